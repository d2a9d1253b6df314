// One SELECT that reads listed schemas and calls known functions. What runs is written anew from what was understood, so
// that nothing that was overlooked, such as a comment that the server would run, is left in it.
import type { AdhocPolicy } from '#edge/policy/policy.ts'
import { AdhocRefused } from './adhoc-refused.ts'
import { SAFE_MYSQL } from './safe-functions.ts'

type Tree = { [key: string]: unknown }
type Parser = {
  astify(sql: string, options: { database: string }): unknown
  sqlify(tree: unknown, options: { database: string }): string
}

const DIALECT = { database: 'mariadb' }
const MAX_DEPTH = 200

/** Every `type` that may stand in the tree. */
const TYPES: ReadonlySet<unknown> = new Set([
  'select',
  'column_ref',
  'star',
  'number',
  'bigint',
  'single_quote_string',
  'bool',
  'null',
  'binary_expr',
  'unary_expr',
  'function',
  'aggr_func',
  'expr_list',
  'case',
  'when',
  'else',
  'cast',
  'interval',
  'datatype',
  'default',
  'origin',
  'dual',
  'window',
  'expr',
  'ASC',
  'DESC',
])
/** Fields that must be empty wherever they stand. */
const EMPTY = [
  'locking_read',
  'options',
  'index_hints',
  'tablesample',
  'prefix',
  'collate',
  'suffix',
] as const
const IDENTIFIER = /^[\p{L}\p{N}_$ .-]{1,64}$/u

type Rules = {
  schemas: ReadonlySet<string>
  functions: ReadonlySet<string>
  names: Set<string>
  first: string
}

export async function checkMysql(
  sql: string,
  { schemas, functions }: Pick<AdhocPolicy, 'schemas' | 'functions'>,
): Promise<string> {
  refuseDoubtful(sql)
  const parser = await loadParser()
  const tree = asTree(parser, sql.replace(/;\s*$/, ''))
  const rules: Rules = {
    schemas: new Set(schemas),
    functions: new Set([...SAFE_MYSQL, ...functions.map((name) => name.toLowerCase())]),
    names: new Set(),
    first: schemas[0] ?? '',
  }
  collectNames(tree, rules.names, 0)
  walk(tree, 0, rules)
  const text = parser.sqlify(tree, DIALECT)
  // What was written must be understood in the same way again.
  const again = parser.sqlify(asTree(parser, text), DIALECT)
  if (again !== text) throw new AdhocRefused('it cannot be read in one way only')
  return text
}

/** What parsers and servers read differently, by their settings. */
function refuseDoubtful(sql: string): void {
  if (/[\\"]/.test(sql))
    throw new AdhocRefused('write texts in single quotes and without backslashes')
  if (sql.includes('``')) throw new AdhocRefused('a name with a backtick in it')
  if (/\/\*/.test(sql)) throw new AdhocRefused('leave comments out')
  // oxlint-disable-next-line no-control-regex -- these are what is looked for
  if (/[\u0000-\u0008\u000b-\u001f]/.test(sql))
    throw new AdhocRefused('a character that cannot be seen')
}

/** Loaded when it is needed: most connectors never are asked. */
async function loadParser(): Promise<Parser> {
  const loaded = (await import('node-sql-parser/build/mariadb.js')) as unknown as {
    default: { Parser: new () => Parser }
  } // the build has no types of its own
  return new loaded.default.Parser()
}

function asTree(parser: Parser, sql: string): Tree {
  let tree: unknown
  try {
    tree = parser.astify(sql, DIALECT)
  } catch {
    throw new AdhocRefused('the parser cannot read it')
  }
  if (Array.isArray(tree)) {
    if (tree.length !== 1) throw new AdhocRefused('it is more than one statement')
    tree = tree[0]
  }
  if (!isTree(tree) || tree['type'] !== 'select') throw new AdhocRefused('it is no SELECT')
  return tree
}

const isTree = (node: unknown): node is Tree =>
  typeof node === 'object' && node !== null && !Array.isArray(node)

function collectNames(node: unknown, names: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH) throw new AdhocRefused('it is nested too deep')
  if (Array.isArray(node)) for (const one of node) collectNames(one, names, depth + 1)
  else if (isTree(node)) {
    if (Array.isArray(node['with'])) {
      for (const one of node['with']) {
        const name = isTree(one) && isTree(one['name']) ? one['name']['value'] : undefined
        if (typeof name === 'string') names.add(name.toLowerCase())
      }
    }
    for (const one of Object.values(node)) collectNames(one, names, depth + 1)
  }
}

function walk(node: unknown, depth: number, rules: Rules): void {
  if (Array.isArray(node)) for (const one of node) walk(one, depth + 1, rules)
  else if (isTree(node)) {
    checkNode(node, rules)
    for (const [key, value] of Object.entries(node)) {
      // Lists of names that the parser adds for its reader.
      if (key !== 'tableList' && key !== 'columnList') walk(value, depth + 1, rules)
    }
  }
}

function checkNode(node: Tree, rules: Rules): void {
  const { type } = node
  if (type !== undefined && type !== null && !TYPES.has(type))
    throw new AdhocRefused('a kind of expression is not allowed')
  for (const field of EMPTY) {
    const value = node[field]
    if (value !== undefined && value !== null) throw new AdhocRefused('a clause is not allowed')
  }
  const into = node['into']
  if (isTree(into) && (into['keyword'] !== undefined || into['expr'] !== undefined)) {
    throw new AdhocRefused('SELECT INTO writes')
  }
  for (const field of ['table', 'column', 'as', 'db']) {
    const value = node[field]
    if (typeof value === 'string' && value !== '*' && !IDENTIFIER.test(value)) {
      throw new AdhocRefused('a name is not allowed')
    }
  }
  if (type === 'function' || type === 'aggr_func') checkFunction(node, rules)
  if (typeof node['table'] === 'string' && 'db' in node && type === undefined)
    checkTable(node, rules)
}

function checkTable(node: Tree, { schemas, names, first }: Rules): void {
  const { db, table } = node
  if (db === null || db === undefined) {
    // Never where the login happens to stand.
    if (!names.has(String(table).toLowerCase())) node['db'] = first
    return
  }
  if (typeof db !== 'string' || !schemas.has(db)) throw new AdhocRefused('a schema is not listed')
}

function checkFunction(node: Tree, { functions }: Rules): void {
  const name = functionName(node['name'])
  if (name === undefined || !functions.has(name.toLowerCase())) {
    throw new AdhocRefused('a function is not allowed')
  }
}

function functionName(name: unknown): string | undefined {
  if (typeof name === 'string') return name
  if (!isTree(name) || !Array.isArray(name['name'])) return undefined
  const valueOf = (part: unknown) =>
    isTree(part) && typeof part['value'] === 'string' ? part['value'] : ''
  const schema =
    name['schema'] === undefined || name['schema'] === null ? [] : [valueOf(name['schema'])]
  return [...schema, ...name['name'].map(valueOf)].join('.')
}
