// HubSpot's search: filters, one sort, pages up to a cap, over an index that may lag behind.
import type { VendorAnswer } from '@task-service/kit/testing'
import { invalid, shapeOf } from './answers.ts'
import { type ObjectRow, toTime, type World } from './world.ts'

type Filter = { propertyName: string; operator: string; value?: string }

export type SearchRequest = {
  filterGroups?: { filters: Filter[] }[]
  sorts?: string[]
  properties?: string[]
  limit?: number
  after?: string
}

const isTime = (name: string): boolean => /date$|timestamp$/.test(name)

function matches(
  { properties }: ObjectRow,
  { propertyName, operator, value = '' }: Filter,
): boolean {
  const stored = properties[propertyName]
  if (operator === 'EQ') return stored === value
  if (stored == null) return false
  const [left, right] = isTime(propertyName) ? [toTime(stored), toTime(value)] : [stored, value]
  if (operator === 'GTE') return left >= right
  if (operator === 'GT') return left > right
  if (operator === 'LTE') return left <= right
  if (operator === 'LT') return left < right
  throw new Error(`the emulator knows no ${operator}`)
}

export function search(world: World, request: SearchRequest, cap: number): VendorAnswer {
  const { filterGroups = [], sorts = [], properties = [], limit = 10, after = '0' } = request
  if (limit > 200) return invalid('limit must be at most 200')
  const from = Number(after)
  if (from + limit > cap) {
    return invalid(`The maximum number of results is ${cap}`)
  }
  const [sort = 'hs_createdate'] = sorts
  const name = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const compare = (a: ObjectRow, b: ObjectRow): number =>
    (a.properties[name] ?? '').localeCompare(b.properties[name] ?? '') ||
    Number(a.id) - Number(b.id)
  const rows = world.index
    .list(world.tables)
    .filter(({ kind, archivedAt }) => kind === 'tasks' && archivedAt === undefined)
    .filter(
      (row) =>
        filterGroups.length === 0 ||
        filterGroups.some(({ filters }) => filters.every((filter) => matches(row, filter))),
    )
    .toSorted((a, b) => sign * compare(a, b))
  const results = rows.slice(from, from + limit).map((row) => shapeOf(row, properties))
  const isMore = from + limit < rows.length
  return {
    status: 200,
    body: {
      total: rows.length,
      results,
      ...(isMore && { paging: { next: { after: String(from + limit) } } }),
    },
  }
}
