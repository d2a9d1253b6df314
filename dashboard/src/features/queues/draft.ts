// The values of the form of a queue, and the request they become.
import type { QueueChange, QueueState } from '@task-service/contract'

/** As typed, times in minutes; without a target it is empty. */
export type Draft = { description: string; agingMinutes: string; targetMinutes: string }

const writeMinutes = (seconds: number | null): string =>
  seconds === null ? '' : String(Math.round((seconds / 60) * 100) / 100)

function readSeconds(minutes: string): number | null {
  const value = Number.parseFloat(minutes)
  return Number.isFinite(value) ? Math.round(value * 60) : null
}

export const onlyDecimal = (text: string): string => text.replaceAll(/[^\d.]/g, '')

type Asked = Pick<QueueState, 'description' | 'aging_seconds' | 'target_seconds'>

export const draftOf = (queue: Asked): Draft => ({
  description: queue.description,
  agingMinutes: writeMinutes(queue.aging_seconds),
  targetMinutes: writeMinutes(queue.target_seconds),
})

/** Only the differences, so that changes by others are kept. */
export function changeOf(draft: Draft, queue: Asked): QueueChange {
  const description = draft.description.trim()
  // Without a number it is 0, which the service rejects with its reason.
  const aging = readSeconds(draft.agingMinutes) ?? 0
  const target = readSeconds(draft.targetMinutes)
  return {
    ...(description !== queue.description && { description }),
    ...(aging !== queue.aging_seconds && { aging_seconds: aging }),
    ...(target !== queue.target_seconds && { target_seconds: target }),
  }
}
