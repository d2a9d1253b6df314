// Walks a list to its end and compares what was shown with what was promised.
import type { Pages } from './pages.ts'
import type { GroupName, StockItem } from './stock.ts'
import { comparePlaces, isPromised, type Row, type Walk } from './walks.ts'

export type WalkResult = {
  pages: number
  promised: number
  shown: number
  missed: string[]
  repeated: string[]
  outOfOrder: string[]
  outsideFilter: string[]
}

export async function checkWalk(
  stock: ReadonlyMap<string, StockItem>,
  walk: Walk,
  limits: readonly number[],
  source: Pages,
): Promise<WalkResult> {
  const promised = promisedIds(stock, walk)
  const shown = new Set<string>()
  const result: WalkResult = {
    pages: 0,
    promised: promised.length,
    shown: 0,
    missed: [],
    repeated: [],
    outOfOrder: [],
    outsideFilter: [],
  }
  let previous: Row | undefined
  for await (const page of source(walk, limits)) {
    result.pages++
    for (const row of page) {
      const group: GroupName = stock.get(row.id)?.group ?? 'inserted'
      // A task that moved ahead of the walker comes again in its new place, as it must.
      if (shown.has(row.id) && isPromised(walk, group)) result.repeated.push(row.id)
      if (previous && comparePlaces(walk, previous, row) > 0) result.outOfOrder.push(row.id)
      if (!walk.filter.matches(row)) result.outsideFilter.push(row.id)
      shown.add(row.id)
      result.shown++
      previous = row
    }
  }
  result.missed = promised.filter((id) => !shown.has(id))
  return result
}

function promisedIds(stock: ReadonlyMap<string, StockItem>, walk: Walk): string[] {
  return [...stock.values()]
    .filter(({ group, task }) => isPromised(walk, group) && walk.filter.matches(task))
    .map(({ task }) => task.id)
}

export function faultsOf(result: WalkResult): number {
  const { missed, repeated, outOfOrder, outsideFilter } = result
  return missed.length + repeated.length + outOfOrder.length + outsideFilter.length
}
