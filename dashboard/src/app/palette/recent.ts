// What a user opened last from the palette, on this browser, newest first.
import { RECENT_KINDS, type Recent } from './palette-item.ts'

const MOST = 8
const MOST_LABEL = 200

const keyOf = (userId: string) => `task-service.recent.${userId}`

type Store = Pick<Storage, 'getItem' | 'setItem'>

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false
  const { kind, label, path } = value as Partial<Recent> // every field is checked below
  return (
    RECENT_KINDS.some((one) => one === kind) &&
    typeof label === 'string' &&
    typeof path === 'string' &&
    /^\/(?!\/)/.test(path)
  )
}

/** What cannot be read is as if nothing was opened. */
export function readRecent(userId: string, store: Store = localStorage): Recent[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MOST) : []
  } catch {
    return []
  }
}

const addressOf = ({ path, search }: Recent) => `${path} ${JSON.stringify(search ?? {})}`

export function rememberRecent(userId: string, opened: Recent, store: Store = localStorage): void {
  const others = readRecent(userId, store).filter((one) => addressOf(one) !== addressOf(opened))
  const first = { ...opened, label: opened.label.slice(0, MOST_LABEL) }
  try {
    store.setItem(keyOf(userId), JSON.stringify([first, ...others].slice(0, MOST)))
  } catch {
    // A full or blocked storage costs only the list of recent items.
  }
}
