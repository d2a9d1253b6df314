// What only time causes: tasks that are due soon or overdue, and the limit of every inbox. Safe to run twice, and by several
// workers: what was noted before is not noted again.
import { NOTIFICATIONS_MAX } from '@task-service/contract'
import type { Reader } from '#db/reader.ts'
import { deleteOldest, insertNotifications, listDue } from '../store/concerned.ts'

/** Returns how many were added. */
export async function notifyDue(tx: Reader): Promise<number> {
  const due = await listDue(tx)
  if (due.length > 0) await insertNotifications(tx, due)
  return due.length
}

export async function trimInboxes(tx: Reader, most: number = NOTIFICATIONS_MAX): Promise<void> {
  await deleteOldest(tx, most)
}
