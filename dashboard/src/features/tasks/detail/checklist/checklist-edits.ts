// Changes of a checklist as functions from the items to the items, so that each can be made again on a newer list.
import type { ChecklistItem } from '@task-service/contract'

type Items = readonly ChecklistItem[]
/** Undefined if there is nothing to change, such as an item that was deleted in the meantime. */
export type ChecklistEdit = (items: Items) => ChecklistItem[] | undefined

export const CHECKLIST_MAX = 100
export const TEXT_MAX = 500

const NEW_ID = 8

/** One item for each line: a list can be pasted. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*(?:[-*+]\s+)?(?:\[[ xX]?\]\s*)?/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.slice(0, TEXT_MAX))
}

export function addItems(texts: readonly string[]): ChecklistEdit {
  const added = texts.map((text) => ({
    id: crypto.randomUUID().slice(0, NEW_ID),
    text,
    checked: false,
  }))
  return (items) => {
    const fitting = added.slice(0, CHECKLIST_MAX - items.length)
    return fitting.length === 0 ? undefined : [...items, ...fitting]
  }
}

export function changeItem(
  id: string,
  change: Partial<Pick<ChecklistItem, 'text' | 'checked'>>,
): ChecklistEdit {
  return (items) =>
    items.some((item) => item.id === id)
      ? items.map((item) => (item.id === id ? { ...item, ...change } : item))
      : undefined
}

export function removeItem(id: string): ChecklistEdit {
  return (items) =>
    items.some((item) => item.id === id) ? items.filter((item) => item.id !== id) : undefined
}

/** Where it was, or at the end of a list that is shorter now. */
export function restoreItem(removed: ChecklistItem, place: number): ChecklistEdit {
  return (items) =>
    items.some(({ id }) => id === removed.id) || items.length >= CHECKLIST_MAX
      ? undefined
      : items.toSpliced(place, 0, removed)
}

/** To a place of the list without the item. */
export function moveItem(id: string, place: number): ChecklistEdit {
  return (items) => {
    const moved = items.find((item) => item.id === id)
    if (!moved || items.indexOf(moved) === place) return undefined
    return items.filter((item) => item.id !== id).toSpliced(place, 0, moved)
  }
}

export const applyEdits = (items: Items, edits: readonly ChecklistEdit[]): Items =>
  edits.reduce<Items>((list, edit) => edit(list) ?? list, items)
