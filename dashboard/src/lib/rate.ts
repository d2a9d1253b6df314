// A share as people read it, never rounded up to all: a single failure stays visible.

export function formatRate(rate: number, locale: string): string {
  const shown = rate < 1 ? Math.min(rate, 0.999) : rate
  const percent = (shown * 100).toLocaleString(locale, { maximumFractionDigits: 1 })
  return `${percent} %`
}
