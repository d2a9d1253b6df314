// How long a request took: milliseconds, from a second on seconds.

export function formatDuration(ms: number, locale: string): string {
  if (ms < 1_000) return `${ms.toLocaleString(locale)} ms`
  return `${(ms / 1_000).toLocaleString(locale, { maximumFractionDigits: 1 })} s`
}
