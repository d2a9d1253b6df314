// The search of the address, in which the name of a view alone stands for everything that the view says.
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { type TaskSearch, writeSearch } from '../data/task-search.ts'
import { type ChangeSearch, useTaskSearch } from '../data/use-task-search.ts'
import { viewsQuery } from './use-views.ts'
import { fromView, type ViewExtra } from './view-search.ts'

const isLink = (search: TaskSearch): boolean =>
  Object.keys(writeSearch(search)).every((name) => name === 'view' || name === 'peek')

export type ViewSearch = {
  search: TaskSearch
  changeSearch: ChangeSearch
  extra: ViewExtra | undefined
  /** False until it is known what a link to a view stands for. */
  isKnown: boolean
  /** The view was deleted, or is private to someone else. */
  isMissing: boolean
}

export function useViewSearch(): ViewSearch {
  const [given, changeGiven] = useTaskSearch()
  const isNamed = given.view !== undefined
  const { data, isPending } = useQuery({ ...viewsQuery, enabled: isNamed })
  const view = data?.find(({ id }) => id === given.view)
  const saved = useMemo(() => view && fromView(view), [view])
  const expand = useCallback(
    (search: TaskSearch): TaskSearch =>
      saved && saved.search.view === search.view && isLink(search)
        ? { ...saved.search, ...(search.peek && { peek: search.peek }) }
        : search,
    [saved],
  )
  const changeSearch = useCallback<ChangeSearch>(
    (make, options) => changeGiven((search) => make(expand(search)), options),
    [changeGiven, expand],
  )
  return {
    search: useMemo(() => expand(given), [expand, given]),
    changeSearch,
    extra: saved?.extra,
    isKnown: !(isNamed && isPending && isLink(given)),
    isMissing: isNamed && data !== undefined && !view,
  }
}
