// Who works: people by what is assigned to them, agents by what is delegated to them.
import type { WorkerLoad } from '@task-service/contract'
import type { Tx } from '#db/tenant-tx.ts'
import type { Range } from '../range.ts'
import { countCompletedByWorker } from '../store/flow.ts'
import { countInProgress, countOpenByWorker } from '../store/open-task-counts.ts'
import { rankWorkers, type Tally } from '../workers.ts'

const SHOWN = 8
const MOST_OPEN = 1_000
const MOST_NAMES = 300
const MOST_COMPLETED = 10_000

const columnOf = { person: 'assignee', agent: 'delegate' } as const

export async function listWorkers(tx: Tx, range: Range): Promise<WorkerLoad[]> {
  const limits = { names: MOST_NAMES, tasks: MOST_OPEN + 1, shown: SHOWN }
  const people = await countOpenByWorker(tx, 'assignee', limits)
  const agents = await countOpenByWorker(tx, 'delegate', limits)
  const completed = await countCompletedByWorker(tx, range, MOST_COMPLETED)
  const open: Tally[] = [
    ...people.map((one) => ({ kind: 'person' as const, ...one })),
    ...agents.map((one) => ({ kind: 'agent' as const, ...one })),
  ]
  const done: Tally[] = completed.flatMap(({ assignee, delegate, count }) => [
    ...(assignee === null ? [] : [{ kind: 'person' as const, name: assignee, count }]),
    ...(delegate === null ? [] : [{ kind: 'agent' as const, name: delegate, count }]),
  ])
  const ranked = rankWorkers(open, done, { open: MOST_OPEN, shown: SHOWN })
  const named = ranked.map(({ kind, name }) => ({ column: columnOf[kind], name }))
  const working = await countInProgress(tx, named, MOST_OPEN)
  return ranked.map((load, place) => ({ ...load, in_progress: working[place] ?? 0 }))
}
