// The checklist of a task: every item has an ID, so that clients can tell an edited item from another one.
import { randomUUID } from 'node:crypto'
import type { ChecklistItem, ChecklistItemInput } from '@task-service/contract'

const ID_CHARACTERS = 8

/**
 * The items in the order given. One without an ID is the earlier item with the same text, or new; of two with the same ID
 * the second one is new.
 */
export function toChecklist(
  items: readonly ChecklistItemInput[],
  before: readonly ChecklistItem[],
): ChecklistItem[] {
  const given = new Set(items.map(({ id }) => id))
  const free = before.filter(({ id }) => !given.has(id))
  const used = new Set<string>()
  return items.map(({ id, text, checked = false }) => {
    const earlier = id === undefined ? free.findIndex((item) => item.text === text) : -1
    const known = id ?? (earlier < 0 ? undefined : free.splice(earlier, 1)[0]?.id)
    const own = known === undefined || used.has(known) ? newId(used, given) : known
    used.add(own)
    return { id: own, text, checked }
  })
}

function newId(used: ReadonlySet<string>, given: ReadonlySet<string | undefined>): string {
  for (;;) {
    const id = randomUUID().slice(0, ID_CHARACTERS)
    if (!used.has(id) && !given.has(id)) return id
  }
}
