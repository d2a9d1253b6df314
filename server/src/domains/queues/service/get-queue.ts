// A queue: its settings, and how much work waits in it.
import { QUEUE_DEFAULTS, type QueueList, type QueueState } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import {
  findSettings,
  type LoadRow,
  listNames,
  listSettings,
  measureQueues,
  type SettingsRow,
} from '../store.ts'

const LISTED_MAX = 200

export const defaultSettings = (name: string): SettingsRow => ({
  name,
  ...QUEUE_DEFAULTS,
  version: 0,
})

export async function getQueue(ctx: Context, name: string): Promise<QueueState> {
  const [settings, [load]] = await Promise.all([
    findSettings(ctx.tx, name),
    measureQueues(ctx.tx, [name]),
  ])
  return toQueue(settings ?? defaultSettings(name), load)
}

/** By name. A queue exists as soon as it has settings, a task that can be claimed, or a run. */
export async function listQueues(ctx: Context): Promise<QueueList> {
  const [settings, found] = await Promise.all([
    listSettings(ctx.tx, LISTED_MAX),
    listNames(ctx.tx, LISTED_MAX),
  ])
  const byName = new Map(settings.map((row) => [row.name, row]))
  const names = [...new Set([...byName.keys(), ...found])].toSorted().slice(0, LISTED_MAX)
  if (names.length === 0) return { data: [] }
  const loads = new Map((await measureQueues(ctx.tx, names)).map((load) => [load.name, load]))
  return {
    data: names.map((name) => toQueue(byName.get(name) ?? defaultSettings(name), loads.get(name))),
  }
}

export function toQueue(settings: SettingsRow, load: LoadRow | undefined): QueueState {
  return {
    name: settings.name,
    description: settings.description,
    aging_seconds: settings.aging_seconds,
    target_seconds: settings.target_seconds,
    ready: load?.ready ?? 0,
    scheduled: load?.scheduled ?? 0,
    oldest_ready_at: load?.oldest_ready_at?.toISOString() ?? null,
    working_runs: load?.working_runs ?? 0,
    parked_runs: load?.parked_runs ?? 0,
    agents: load?.agents ?? 0,
    version: settings.version,
  }
}
