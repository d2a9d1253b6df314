// Shares as the user's locale writes them.

/** Never rounded up to all: a single failure stays visible. */
export function formatRate(rate: number, locale: string): string {
  return formatPercent(rate < 1 ? Math.min(rate, 0.999) : rate, locale, 1)
}

export function formatPercent(share: number, locale: string, digits = 0): string {
  return share.toLocaleString(locale, { style: 'percent', maximumFractionDigits: digits })
}
