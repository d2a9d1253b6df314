// Lists page by page: a table for people, or one JSON document. Memory holds one page.
import type { List, Page } from '@task-service/sdk'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandInput } from '#cli/program/command-input.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { printJson } from './neutralize.ts'
import { type Column, Table } from './table.ts'

const LIMIT = 50
const PAGE_MAX = 200

export type ListFacts<T> = {
  list: List<T>
  columns: readonly Column<T>[]
  /** In the plural: `tasks`. */
  noun: string
}

/** Infinity for --all. */
export function limitOf(input: CommandInput): number {
  const limit = input.count('limit')
  if (input.flag('all')) {
    if (limit === undefined) return Number.POSITIVE_INFINITY
    throw new CommandError('usage', '--all and --limit cannot be used together.')
  }
  if (limit === 0) throw new CommandError('usage', '--limit must be at least 1.')
  return limit ?? LIMIT
}

/** Query of the first page: no more than needed. */
export const pageQuery = (input: CommandInput): { limit: number } => ({
  limit: Math.min(PAGE_MAX, limitOf(input)),
})

export async function printList<T>(run: CommandRun, facts: ListFacts<T>): Promise<void> {
  const { input, output } = run
  const limit = limitOf(input)
  const table = new Table(facts.columns, output.paint, output.columns)
  let count = 0
  let hasMore = false
  for await (const page of facts.list.pages()) {
    const rows = page.data.slice(0, limit - count)
    if (output.isJson) await printRows(run, rows, count === 0)
    else if (rows.length > 0) await output.lines(...table.print(rows))
    count += rows.length
    hasMore = rows.length < page.data.length || hasNext(page)
    if (count >= limit) break
  }
  if (output.isJson)
    await output.write(`${count === 0 ? '{"data":[' : '\n'}],"has_more":${hasMore}}\n`)
  else if (count === 0) output.note(`No ${facts.noun}.`)
  else if (hasMore) output.note(`Showing ${count} ${facts.noun}. For more: --limit or --all`)
}

const hasNext = <T>({ next_cursor: next, has_more: more }: Page<T>): boolean =>
  more ?? (next !== undefined && next !== null)

async function printRows({ output }: CommandRun, rows: readonly unknown[], isFirst: boolean) {
  for (const [at, row] of rows.entries()) {
    await output.write(`${isFirst && at === 0 ? '{"data":[\n' : ',\n'}${printJson(row)}`)
  }
}
