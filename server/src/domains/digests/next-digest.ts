// When a digest is due: every day, or every Monday, at an hour of a time zone.
import type { Digest } from '@task-service/contract'

export type Rhythm = Pick<Digest, 'frequency' | 'hour' | 'time_zone'>

const MONDAY = 1
const WEEK = 7

/** The first one after the moment. An hour that clocks skip is the next one; of one that occurs twice it is the first. */
export function nextDigest({ frequency, hour, time_zone: zone }: Rhythm, after: Date): Date | null {
  if (frequency === 'off') return null
  const instant = Temporal.Instant.fromEpochMilliseconds(after.getTime())
  const today = instant.toZonedDateTimeISO(zone).toPlainDate()
  for (let days = 0; ; days++) {
    const day = today.add({ days })
    if (frequency === 'weekly' && day.dayOfWeek !== MONDAY) continue
    const at = day.toPlainDateTime({ hour }).toZonedDateTime(zone).epochMilliseconds
    if (at > after.getTime()) return new Date(at)
    if (days > 2 * WEEK) throw new Error(`no ${frequency} digest after ${after.toISOString()}`)
  }
}
