// Puts tasks that came or changed into the pages of a list: in place, to another place, or out.
import type { Task, TaskListQuery, TaskPage } from '@task-service/contract'
import { compareTasks, sortKey, taskMatches } from './task-order.ts'

/** `mine` was just done here and is not confirmed yet, `answer` is what the server said, `live` what others did. */
export type Coming = 'mine' | 'answer' | 'live'

export type TaskPages = { pages: TaskPage[]; pageParams: unknown[] }

export function wins(next: Task, known: Task, coming: Coming): boolean {
  if (coming === 'mine') return true
  // An event may be older than what is already shown, and must not undo it.
  return coming === 'answer' ? next.version >= known.version : next.version > known.version
}

export type Placed = { pages: TaskPages; entered: Task[]; changed: boolean }

export function placeTasks(
  list: TaskPages,
  query: TaskListQuery,
  incoming: ReadonlyMap<string, Task>,
  coming: Coming,
): Placed {
  const seen = new Set<string>()
  const moving: Task[] = []
  let changed = false
  const settle = (known: Task): Task | undefined => {
    const next = incoming.get(known.id)
    if (!next) return known
    seen.add(known.id)
    if (next === known || !wins(next, known, coming)) return known
    changed = true
    if (taskMatches(next, query) === false) return undefined
    if (sortKey(next, query.sort) === sortKey(known, query.sort)) return next
    moving.push(next)
    return undefined
  }
  const pages = list.pages.map((page) => {
    if (!page.data.some(({ id }) => incoming.has(id))) return page
    return { ...page, data: page.data.map(settle).filter((task) => task !== undefined) }
  })
  const entering = [...incoming.values()].filter(
    (task) => !seen.has(task.id) && taskMatches(task, query) === true,
  )
  const entered = entering.filter((task) => insert(pages, task, query.sort))
  for (const task of moving) insert(pages, task, query.sort)
  return {
    pages: { ...list, pages },
    entered,
    changed: changed || entered.length > 0,
  }
}

/** False where its place lies on a page that is not loaded: it will come with that one. */
function insert(pages: TaskPage[], task: Task, sort: TaskListQuery['sort']): boolean {
  for (const [index, page] of pages.entries()) {
    const at = page.data.findIndex((other) => compareTasks(task, other, sort) < 0)
    if (at === -1) continue
    pages[index] = { ...page, data: page.data.toSpliced(at, 0, task) }
    return true
  }
  const last = pages.at(-1)
  if (!last || last.next_cursor !== null) return false
  pages[pages.length - 1] = { ...last, data: [...last.data, task] }
  return true
}

export function dropTasks(list: TaskPages, ids: ReadonlySet<string>): TaskPages {
  if (!list.pages.some((page) => page.data.some(({ id }) => ids.has(id)))) return list
  const pages = list.pages.map((page) => ({
    ...page,
    data: page.data.filter(({ id }) => !ids.has(id)),
  }))
  return { ...list, pages }
}
