// What can be done on the screen that is shown, by name: the palette offers it. A screen registers its acts as it does
// its keys.
import type { Icon } from '@tabler/icons-react'
import { useEffect } from 'react'

export type Action = {
  id: string
  label: string
  icon: Icon
  /** The key that does the same. */
  keys?: string
  /** Synonyms that a user might type. */
  keywords?: string
  run: () => void
}

/** `on` names what they act upon, `T-142`, where that is not the screen itself. */
export type ActionSet = { on?: string | undefined; actions: readonly Action[] }

const sets = new Set<ActionSet>()

/** The acts of a screen while it is shown. `given` must stay the same between renderings. */
export function useActions(given: ActionSet): void {
  useEffect(() => {
    sets.add(given)
    return () => {
      sets.delete(given)
    }
  }, [given])
}

/** What came last knows best, so it comes first. */
export function currentActions(): readonly ActionSet[] {
  return [...sets].toReversed()
}
