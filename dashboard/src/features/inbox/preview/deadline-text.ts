// A deadline as people write it: the time of day today, otherwise with the date.
export function deadlineText(at: Date, now: Date, locale: string): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const
  if (at.toDateString() === now.toDateString()) return at.toLocaleTimeString(locale, time)
  return at.toLocaleString(locale, { day: 'numeric', month: 'short', ...time })
}
