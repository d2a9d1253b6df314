// The tables of a statement and what happens to them, by PostgreSQL's own parser.
import { parse } from 'libpg-query'
import type { Need } from './need.ts'

type Tree = { readonly [key: string]: unknown }

const isTree = (node: unknown): node is Tree => typeof node === 'object' && node !== null

/** Undefined when it cannot be parsed. */
export async function neededByPostgres(text: string): Promise<Need[] | undefined> {
  const tree = await parse(text).catch(() => undefined)
  if (tree === undefined) return undefined
  const needs: Need[] = []
  collect(tree, needs, new Set())
  return needs
}

type Scope = ReadonlySet<string>

/** `scope`: names of common table expressions that hide a table here, and nowhere else. */
function collect(node: unknown, needs: Need[], scope: Scope): void {
  if (Array.isArray(node)) for (const one of node) collect(one, needs, scope)
  else if (isTree(node)) {
    const inner = collectExpressions(node['withClause'], needs, scope)
    for (const [kind, value] of Object.entries(node)) {
      if (kind === 'withClause') continue
      if (kind === 'RangeVar' && !inner.has(nameOf(value)))
        needs.push({ table: nameOf(value), right: 'select' })
      if (kind === 'UpdateStmt') addChange(value, 'update', needs)
      if (kind === 'InsertStmt') addChange(value, 'insert', needs)
      if (kind === 'DeleteStmt') addChange(value, 'delete', needs)
      // The table that is changed; where its rows are looked for, they are read as well.
      if (kind === 'relation' && isTree(value))
        needs.push({ table: nameOf(value), right: 'select' })
      collect(value, needs, inner)
    }
  }
}

/** An expression of WITH sees those before it; with RECURSIVE all of them. Returns the scope of the rest of the statement. */
function collectExpressions(clause: unknown, needs: Need[], outer: Scope): Scope {
  if (!isTree(clause) || !Array.isArray(clause['ctes'])) return outer
  const expressions = clause['ctes'].flatMap((one: unknown) => {
    const expression = isTree(one) ? one['CommonTableExpr'] : undefined
    return isTree(expression) ? [expression] : []
  })
  const names = expressions.map((expression) => String(expression['ctename']))
  const isRecursive = clause['recursive'] === true
  for (const [at, expression] of expressions.entries()) {
    const seen = isRecursive ? names : names.slice(0, at)
    collect(expression['ctequery'], needs, new Set([...outer, ...seen]))
  }
  return new Set([...outer, ...names])
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
