// A time as people say it in a sentence: the clock today, otherwise with the day.
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'

export function useTimeOf(at: string | null): string | undefined {
  const locale = useLocale()
  const now = useNow()
  if (at === null) return undefined
  const date = new Date(at)
  const clock = { hour: '2-digit', minute: '2-digit' } as const
  return date.toDateString() === now.toDateString()
    ? date.toLocaleTimeString(locale, clock)
    : date.toLocaleString(locale, { weekday: 'short', day: 'numeric', month: 'short', ...clock })
}
