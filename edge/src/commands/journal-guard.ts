// Makes sure that no other process works with the state folder while its identity is replaced.
import { openJournal } from '#edge/journal/journal.ts'

/** Gives the function that lets others in again. */
export function createJournalGuard(folder: string): () => void {
  const journal = openJournal(folder)
  return () => journal.close()
}
