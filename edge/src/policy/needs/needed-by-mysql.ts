// The tables of a statement and what happens to them, by the parser for MariaDB.
import type { Need, Right } from './need.ts'

type Parser = {
  parse(sql: string, options: { database: string }): { tableList: string[]; ast: unknown }
}

const RIGHTS: Readonly<Record<string, Right>> = {
  select: 'select',
  insert: 'insert',
  replace: 'insert',
  update: 'update',
  delete: 'delete',
}

/** Undefined when it cannot be parsed. */
export async function neededByMysql(text: string): Promise<Need[] | undefined> {
  const loaded = (await import('node-sql-parser/build/mariadb.js')) as unknown as {
    default: { Parser: new () => Parser }
  } // the build has no types of its own
  try {
    const { tableList, ast } = new loaded.default.Parser().parse(text, { database: 'mariadb' })
    const hidden = namesOfExpressions(ast)
    return tableList.flatMap((entry): Need[] => {
      const [word = '', schema = '', table = ''] = entry.split('::')
      const right = RIGHTS[word]
      if (right === undefined || table === '') return []
      const name = schema === 'null' || schema === '' ? table : `${schema}.${table}`
      if (right === 'select' && hidden.has(name.toLowerCase())) return []
      const columns = right === 'update' ? updatedColumns(ast) : []
      return [
        { table: name, right, ...(columns.length > 0 ? { columns } : {}) },
        // Where its rows are looked for, they are read as well.
        ...(right === 'update' || right === 'delete'
          ? [{ table: name, right: 'select' as const }]
          : []),
      ]
    })
  } catch {
    return undefined
  }
}

function updatedColumns(ast: unknown): string[] {
  const [tree] = Array.isArray(ast) ? (ast as unknown[]) : [ast]
  const set = (tree as { set?: unknown }).set
  if (!Array.isArray(set)) return []
  return set.flatMap((one: { column?: unknown }) =>
    typeof one.column === 'string' ? [one.column] : [],
  )
}

type Tree = { readonly [key: string]: unknown }
type Scope = ReadonlySet<string>
type Found = { tables: Set<string>; expressions: Set<string> }

const isTree = (node: unknown): node is Tree =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

/** Names that are a common table expression wherever they are read. The parser's own list takes them for tables. */
function namesOfExpressions(ast: unknown): Scope {
  const found: Found = { tables: new Set(), expressions: new Set() }
  look(ast, new Set(), found)
  return new Set([...found.expressions].filter((name) => !found.tables.has(name)))
}

function look(node: unknown, scope: Scope, found: Found): void {
  if (Array.isArray(node)) for (const one of node) look(one, scope, found)
  else if (isTree(node)) {
    const inner = lookAtExpressions(node['with'], scope, found)
    for (const [key, value] of Object.entries(node)) {
      if (key === 'from' && Array.isArray(value))
        for (const one of value) sortName(one, inner, found)
      if (key !== 'with') look(value, inner, found)
    }
  }
}

function sortName(node: unknown, scope: Scope, found: Found): void {
  if (!isTree(node) || typeof node['table'] !== 'string') return
  const name = node['table'].toLowerCase()
  if (typeof node['db'] === 'string') return
  if (scope.has(name)) found.expressions.add(name)
  else found.tables.add(name)
}

/** An expression of WITH sees those before it; with RECURSIVE all of them. Returns the scope of the rest of the statement. */
function lookAtExpressions(list: unknown, outer: Scope, found: Found): Scope {
  if (!Array.isArray(list)) return outer
  const expressions = list.filter(isTree)
  const names = expressions.map(({ name }) =>
    String(isTree(name) ? name['value'] : name).toLowerCase(),
  )
  const isRecursive = expressions.some((one) => one['recursive'] === true)
  for (const [at, expression] of expressions.entries()) {
    const seen = isRecursive ? names : names.slice(0, at)
    look(expression['stmt'], new Set([...outer, ...seen]), found)
  }
  return new Set([...outer, ...names])
}
