// The tables of a statement and what happens to them, by PostgreSQL's own parser.
import { parse } from 'libpg-query'
import type { Need } from './needed-rights.ts'

type Tree = { readonly [key: string]: unknown }

const isTree = (node: unknown): node is Tree => typeof node === 'object' && node !== null

/** Undefined when it cannot be read. */
export async function neededByPostgres(text: string): Promise<Need[] | undefined> {
  const tree = await parse(text).catch(() => undefined)
  if (tree === undefined) return undefined
  const needs: Need[] = []
  const names = new Set<string>()
  collect(tree, needs, names)
  return needs.filter(({ table }) => !names.has(table))
}

function collect(node: unknown, needs: Need[], names: Set<string>): void {
  if (Array.isArray(node)) for (const one of node) collect(one, needs, names)
  else if (isTree(node)) {
    if (typeof node['ctename'] === 'string') names.add(node['ctename'])
    for (const [kind, value] of Object.entries(node)) {
      if (kind === 'RangeVar') needs.push({ table: nameOf(value), right: 'select' })
      if (kind === 'UpdateStmt') addChange(value, 'update', needs)
      if (kind === 'InsertStmt') addChange(value, 'insert', needs)
      if (kind === 'DeleteStmt') addChange(value, 'delete', needs)
      // The table that is changed; where its rows are looked for, they are read as well.
      if (kind === 'relation' && isTree(value))
        needs.push({ table: nameOf(value), right: 'select' })
      collect(value, needs, names)
    }
  }
}

function addChange(value: unknown, right: 'update' | 'insert' | 'delete', needs: Need[]): void {
  if (!isTree(value)) return
  const table = nameOf(value['relation'])
  const targets = Array.isArray(value['targetList']) ? value['targetList'] : []
  const columns = targets.flatMap((target: unknown) => {
    const name =
      isTree(target) && isTree(target['ResTarget']) ? target['ResTarget']['name'] : undefined
    return typeof name === 'string' ? [name] : []
  })
  needs.push({ table, right, ...(right === 'update' ? { columns } : {}) })
}

function nameOf(node: unknown): string {
  if (!isTree(node)) return ''
  const { schemaname: schema, relname: name } = node
  return [schema, name].filter((part) => typeof part === 'string').join('.')
}
