// One plugin process in the pool: whose calls it serves, and whether another owner may have it.
import type { Conversation } from './conversation.ts'
import type { PluginPlace } from './plugin-process.ts'

export type Entry = {
  /** Lane, tenant and name of the owner it serves now, or served last. */
  key: string
  readonly place: PluginPlace
  readonly conversation: Promise<Conversation>
  /** Once it has started. */
  ready?: Conversation
  /** Calls that were asked for, those included that still wait for the process to start. */
  users: number
  /** While it has users. */
  releaseSlot?: (() => void) | undefined
  idleTimer?: NodeJS.Timeout
}

/** The owner's own; of our integrations any other that has nothing left to do, the one used last, so that others can end. */
export function findIdle(
  entries: ReadonlySet<Entry>,
  key: string,
  place: PluginPlace,
): Entry | undefined {
  const idle = [...entries].filter(({ users, ready }) => users === 0 && ready?.isEnding() !== true)
  const own = idle.find((entry) => entry.key === key)
  if (own || !place.isOurs) return own
  return idle.findLast(
    (entry) => entry.place.isOurs && entry.place.entry === place.entry && entry.ready?.isQuiet(),
  )
}

export const totalMb = (entries: ReadonlySet<Entry>): number =>
  [...entries].reduce((sum, { ready }) => sum + (ready?.memoryMb() ?? 0), 0)

export const findLargest = (entries: ReadonlySet<Entry>): Entry | undefined =>
  [...entries].toSorted((a, b) => (b.ready?.memoryMb() ?? 0) - (a.ready?.memoryMb() ?? 0))[0]
