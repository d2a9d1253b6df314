// The issues of the demo's tracker. It is in memory, so a restarted command creates them again, with the same IDs and times.
import type { Integration, Task } from '@task-service/contract'
import type { Tracker } from './tracker.ts'

export const FIRST_ISSUE = 401
const HOUR_MS = 3_600_000

/** Subject, description, priority and status. */
export const ISSUES: readonly [string, string, number, number][] = [
  ['Tracking page shows the wrong arrival time', 'Reported by three customers since Monday.', 3, 2],
  ['Upload of scanned CMR forms fails above 10 MB', 'The page stays empty.', 3, 1],
  ['Add the container number to the confirmation mail', '', 2, 1],
  ['Invoice 55-1204 cannot be downloaded', 'The link returns 404.', 4, 1],
  ['Password reset mail arrives in German', '', 2, 1],
  ['Rate table import skips empty rows', 'See the attached table.', 2, 2],
  ['Address search does not find new postal codes', '', 3, 1],
  ['Customer asks for a list of all open shipments', '', 1, 1],
  ['Duplicate form of QF-20912', '', 2, 1],
  ['Weight of QF-20944 is missing in the portal', 'The scale ticket has it.', 3, 1],
]

const WAREHOUSE = [
  'Label printer at gate 2 prints blank pages',
  'Scanner loses its connection in aisle 9',
  'Order new load restraint belts',
  'Door sensor of the cold store is faulty',
  'Count the pallets of Bluefin Retail',
]
const FIRST_WAREHOUSE = 801
/** Fixed: the integration recognizes an issue by its creation time. */
const WAREHOUSE_MS = Date.UTC(2026, 10, 2, 8)

type Created = Pick<Integration, 'created_at'>

const createdMsOf = ({ created_at: at }: Created, place: number): number =>
  Date.parse(at) - (90 - 8 * place) * HOUR_MS

/** The project that the demo connects. */
export function fillPortal(tracker: Tracker, integration: Created): void {
  for (const [place, [subject, description, priority, status]] of ISSUES.entries()) {
    const createdMs = createdMsOf(integration, place)
    const id = FIRST_ISSUE + place
    tracker.add({ id, subject, description, priority, status, createdMs, updatedMs: createdMs })
  }
  tracker.comment(FIRST_ISSUE, 2, 'Happens for deliveries that cross midnight.')
}

/** The project that people connect themselves. */
export function fillWarehouse(tracker: Tracker): void {
  for (const [place, subject] of WAREHOUSE.entries()) {
    const createdMs = WAREHOUSE_MS + place * HOUR_MS
    tracker.add({
      id: FIRST_WAREHOUSE + place,
      project: 2,
      subject,
      createdMs,
      updatedMs: createdMs,
    })
  }
}

/** As its task is now. */
export function restoreIssue(
  tracker: Tracker,
  integration: Created,
  { issue, task }: { issue: number; task: Task },
): void {
  tracker.add({
    id: issue,
    subject: task.title,
    description: task.description,
    status: STATUS_OF[task.status] ?? 1,
    priority: PRIORITY_OF[task.priority],
    createdMs: createdMsOf(integration, issue - FIRST_ISSUE),
  })
}

const STATUS_OF: Readonly<Partial<Record<Task['status'], number>>> = {
  in_progress: 2,
  in_review: 2,
  input_required: 2,
  completed: 3,
  failed: 4,
  canceled: 4,
}
const PRIORITY_OF: Readonly<Record<Task['priority'], number>> = {
  low: 1,
  normal: 2,
  high: 3,
  urgent: 4,
}
