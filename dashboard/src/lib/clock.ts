// A time of day as people write it.
export function clock(at: Date, locale: string): string {
  return at.toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })
}
