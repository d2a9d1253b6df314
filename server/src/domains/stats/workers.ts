// Who has how much to do and how much was done, from two lists that each know half of it.
import type { WorkerLoad } from '@task-service/contract'

export type Tally = { kind: WorkerLoad['kind']; name: string; count: number }

export function rankWorkers(
  open: readonly Tally[],
  completed: readonly Tally[],
  limits: { open: number; shown: number },
): WorkerLoad[] {
  const loads = new Map<string, WorkerLoad>()
  const loadOf = ({ kind, name }: Tally): WorkerLoad => {
    const key = `${kind} ${name}`
    const load = loads.get(key) ?? {
      kind,
      name,
      open: { count: 0, is_at_least: false },
      in_progress: 0,
      completed: 0,
    }
    loads.set(key, load)
    return load
  }
  for (const tally of open) {
    const is_at_least = tally.count > limits.open
    loadOf(tally).open = { count: Math.min(tally.count, limits.open), is_at_least }
  }
  for (const tally of completed) loadOf(tally).completed += tally.count
  return [...loads.values()]
    .toSorted(
      (a, b) =>
        b.open.count - a.open.count || b.completed - a.completed || (a.name < b.name ? -1 : 1),
    )
    .slice(0, limits.shown)
}
