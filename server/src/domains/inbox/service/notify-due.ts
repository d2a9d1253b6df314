// What only time causes: tasks that are due soon or overdue, and the limit of every inbox. Safe to run twice, and by several
// workers: what was noted before is not noted again.
import { NOTIFICATIONS_MAX } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import {
  deleteOldest,
  insertNotifications,
  listDue,
  listFull,
  type Person,
} from '../store/concerned.ts'

/** Returns how many were added. `full` is what `trimInboxes` returned last. */
export async function notifyDue(tx: Reader, full: readonly Person[] = []): Promise<number> {
  const due = await listDue(tx, full)
  if (due.length > 0) await insertNotifications(tx, due)
  return due.length
}

/** Returns who gets no further due dates, because their inboxes are full of them. */
export async function trimInboxes(tx: Reader, most: number = NOTIFICATIONS_MAX): Promise<Person[]> {
  await deleteOldest(tx, most)
  return listFull(tx, most)
}
