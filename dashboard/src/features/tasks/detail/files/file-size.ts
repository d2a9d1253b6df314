// The size of a file in the unit that fits, as the language writes it.
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const STEP = 1024

export function fileSize(bytes: number, locale: string): string {
  const power = bytes < STEP ? 0 : Math.min(3, Math.floor(Math.log(bytes) / Math.log(STEP)))
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / STEP ** power)
}
