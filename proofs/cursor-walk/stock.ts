// The tasks that exist before the first walk, in groups that differ in what other clients do to them.
import { PRIORITIES, type Task, type TaskCreate } from '@task-service/contract'
import type { SeededRandom } from '../../tests/harness/random/seeded-random.ts'

/** The fields a walk can sort or filter by. */
export type Field =
  | 'created_at'
  | 'updated_at'
  | 'priority'
  | 'due_at'
  | 'status'
  | 'queue'
  | 'labels'
  | 'assignee'
  | 'title'
  | 'grade'

export type GroupName = 'still' | 'edited' | 'moving' | 'inserted'

/** Which fields other clients change during a walk. Only tasks of the last group are ever deleted. */
export const groups: Record<GroupName, readonly Field[]> = {
  still: [],
  edited: ['updated_at'],
  moving: ['updated_at', 'priority', 'due_at', 'status', 'queue', 'labels', 'grade'],
  inserted: [],
}

export type StockItem = { group: GroupName; task: Task }

export const QUEUES = ['red', 'green', 'blue'] as const
export const LABELS = ['x', 'y', 'z'] as const
const DUE = ['2031-01-01T00:00:00.000Z', '2031-01-02T00:00:00.000Z', '2032-06-30T12:30:00.500Z']
const PEOPLE = ['ann', 'ben', null] as const
const WORDS = ['alpha', 'beta'] as const

const shares = ['still', 'still', 'edited', 'edited', 'moving'] as const

export function groupOf(index: number): GroupName {
  return shares[index % shares.length] ?? 'still'
}

/** Few values per field, so that most tasks tie with many others and the order among them is put to the test. */
export function draftTask(random: SeededRandom, name: string): TaskCreate {
  return {
    title: `${name} ${random.pick(WORDS)}`,
    status: random.pick(['triage', 'ready']),
    priority: random.pick(PRIORITIES),
    queue: random.pick(QUEUES),
    labels: LABELS.filter(() => random.next() < 0.4),
    assignee: random.pick(PEOPLE),
    due_at: randomDue(random),
    fields: { grade: randomGrade(random) },
  }
}

/** A custom field of the type number; a third of the tasks have none. */
export function randomGrade(random: SeededRandom): number | null {
  return random.next() < 0.33 ? null : random.between(-2, 3)
}

export function randomDue(random: SeededRandom): string | null {
  return random.next() < 0.4 ? null : (DUE[random.between(0, DUE.length - 1)] ?? null)
}
