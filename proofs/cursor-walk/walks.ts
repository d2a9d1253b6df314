// Every list a client can walk: each sort in both directions, under no filter and under one of each kind.
import { TASK_SORTS } from '@task-service/contract'
import { type Field, type GroupName, groups } from './stock.ts'

/** What of a task a walk looks at. */
export type Row = {
  id: string
  title: string
  status: string
  priority: string
  queue: string
  labels: string[]
  assignee: string | null
  due_at: string | null
  updated_at: string
  fields: { grade?: number | null }
}

export type Filter = {
  query: string
  fields: readonly Field[]
  matches: (row: Row) => boolean
}

const SORTS = [...TASK_SORTS, 'field:grade'] as const
export type SortName = (typeof SORTS)[number]
export type Walk = { sort: SortName; descending: boolean; filter: Filter }

const noFilter: Filter = { query: '', fields: [], matches: () => true }

const filters: readonly Filter[] = [
  noFilter,
  { query: 'status=ready', fields: ['status'], matches: (row) => row.status === 'ready' },
  {
    query: 'priority=urgent&priority=low',
    fields: ['priority'],
    matches: (row) => ['urgent', 'low'].includes(row.priority),
  },
  { query: 'queue=red', fields: ['queue'], matches: (row) => row.queue === 'red' },
  { query: 'label=x', fields: ['labels'], matches: (row) => row.labels.includes('x') },
  { query: 'assignee=ann', fields: ['assignee'], matches: (row) => row.assignee === 'ann' },
  { query: 'q=alpha', fields: ['title'], matches: (row) => row.title.includes('alpha') },
  {
    query: 'due_before=2032-01-01T00:00:00Z',
    fields: ['due_at'],
    matches: (row) => row.due_at !== null && row.due_at < '2032',
  },
  {
    query: 'field=grade:from:1',
    fields: ['grade'],
    matches: (row) => (row.fields.grade ?? 0) >= 1,
  },
]

export const walks: readonly Walk[] = filters.flatMap((filter) => directions(filter))

export const unfilteredWalks: readonly Walk[] = directions(noFilter)

function directions(filter: Filter): Walk[] {
  return SORTS.flatMap((sort) => [false, true].map((descending) => ({ sort, descending, filter })))
}

export function describeWalk({ sort, descending, filter }: Walk): string {
  return `sort=${descending ? '-' : ''}${sort}${filter.query && `&${filter.query}`}`
}

/** A task that stays where it is in this list, whatever else happens to it, is promised exactly once. */
export function isPromised(walk: Walk, group: GroupName): boolean {
  const sorted = walk.sort === 'field:grade' ? 'grade' : walk.sort
  const decisive: readonly Field[] = [sorted, ...walk.filter.fields]
  return !groups[group].some((field) => decisive.includes(field))
}

const ranks = ['urgent', 'high', 'normal', 'low']

/** Compares as the list is ordered: by the sort key, then by id. */
export function comparePlaces(walk: Walk, one: Row, other: Row): number {
  if (walk.sort === 'field:grade') {
    const rest = Number(!hasGrade(one)) - Number(!hasGrade(other))
    if (rest !== 0) return rest
  }
  const order = compareText(placeOf(walk, one), placeOf(walk, other))
  return walk.descending ? -order : order
}

/** Those without a value come last in both directions. */
function hasGrade({ fields }: Row): boolean {
  return typeof fields.grade === 'number'
}

function placeOf({ sort }: Walk, row: Row): string {
  // Ids carry the time of creation.
  if (sort === 'created_at') return row.id
  const key = {
    updated_at: row.updated_at,
    priority: String(ranks.indexOf(row.priority)),
    due_at: row.due_at ?? 'without one comes last',
    // As text in the order of the numbers.
    'field:grade': String((row.fields.grade ?? 0) + 10).padStart(3, '0'),
  }[sort]
  return `${key} ${row.id}`
}

function compareText(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
