// From when on something is to be sent again.
import type { Webhook } from '@task-service/contract'

export const SINCE_OPTIONS = ['failing', 'hour', 'day', 'week', 'own'] as const
export type SinceOption = (typeof SINCE_OPTIONS)[number]

const AGES_MS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 }

export function agoIso(option: keyof typeof AGES_MS): string {
  return new Date(Date.now() - AGES_MS[option]).toISOString()
}

/** A delivery is created before its attempt fails. */
const BEFORE_MS = 5 * 60_000

/** From when a webhook has missed something: a little before its first failure, or a day ago, to the minute. */
export function sinceOf(webhook: Pick<Webhook, 'failing_since'> | undefined): string {
  const failingSince = webhook?.failing_since
  const at = failingSince ? Date.parse(failingSince) - BEFORE_MS : Date.parse(agoIso('day'))
  return new Date(Math.floor(at / 60_000) * 60_000).toISOString()
}

/** As a field of the browser wants it: local time, without a zone. */
export function toLocalInput(iso: string): string {
  const date = new Date(iso)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}
