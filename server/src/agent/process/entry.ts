// One plugin process in the pool: which owner it serves, and whether another owner may use it.
import type { Conversation } from './conversation.ts'
import type { PluginPlace } from './plugin-process.ts'

export type Entry = {
  /** Lane, tenant and name of the owner it serves now, or served last. */
  key: string
  readonly place: PluginPlace
  readonly conversation: Promise<Conversation>
  /** Once it has started. */
  ready?: Conversation
  /** Calls that use it, including those that wait for it to start. */
  users: number
  /** While it has users. */
  releaseSlot?: (() => void) | undefined
  idleTimer?: NodeJS.Timeout
}

/**
 * Of a built-in integration the process used last, so that after a burst the others can end; preferring the owner's own
 * would keep all of them alive. Of a plugin only the owner's own, because its code may retain data.
 */
export function findIdle(
  entries: ReadonlySet<Entry>,
  key: string,
  place: PluginPlace,
): Entry | undefined {
  const idle = [...entries].filter(({ users, ready }) => users === 0 && ready?.isEnding() !== true)
  if (!place.isOurs) return idle.find((entry) => entry.key === key)
  return idle.findLast((entry) => isOfSamePlugin(entry, place) && entry.ready?.isQuiet())
}

/** Whether it should be kept for further calls: shared, and used last of those that run this plugin. */
export function isKeptWarm(entries: ReadonlySet<Entry>, entry: Entry): boolean {
  const { place } = entry
  return (
    place.isOurs === true && [...entries].findLast((one) => isOfSamePlugin(one, place)) === entry
  )
}

const isOfSamePlugin = (entry: Entry, place: PluginPlace): boolean =>
  entry.place.isOurs === true && entry.place.entry === place.entry

export const totalMb = (entries: ReadonlySet<Entry>): number =>
  [...entries].reduce((sum, { ready }) => sum + (ready?.memoryMb() ?? 0), 0)

export const findLargest = (entries: ReadonlySet<Entry>): Entry | undefined =>
  [...entries].toSorted((a, b) => (b.ready?.memoryMb() ?? 0) - (a.ready?.memoryMb() ?? 0))[0]
