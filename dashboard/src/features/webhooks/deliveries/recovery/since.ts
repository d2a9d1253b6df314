// From when on something is to be sent again.

export const SINCE_OPTIONS = ['hour', 'day', 'week', 'own'] as const
export type SinceOption = (typeof SINCE_OPTIONS)[number]

const AGES_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

export function agoIso(option: Exclude<SinceOption, 'own'>): string {
  return new Date(Date.now() - AGES_MS[option]).toISOString()
}

/** As a field of the browser wants it: local time, without a zone. */
export function toLocalInput(iso: string): string {
  const date = new Date(iso)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
