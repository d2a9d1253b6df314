// Locks the state folder while its identity is replaced.
import { openJournal } from '#edge/journal/journal.ts'

/** Returns the function that releases the lock. */
export function createJournalGuard(folder: string): () => void {
  const journal = openJournal(folder)
  return () => journal.close()
}
