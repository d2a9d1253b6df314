// One SELECT that reads listed schemas and calls known functions, judged by PostgreSQL's own parser. What is not known is refused.
import { parse } from 'libpg-query'
import type { AdhocPolicy } from '#edge/policy/policy.ts'
import { AdhocRefused } from './adhoc-refused.ts'
import { SAFE_POSTGRES } from './safe-functions.ts'

type Tree = { readonly [key: string]: unknown }

/** Every kind of node that may stand in the tree. A kind of a later PostgreSQL is refused until somebody looked at it. */
const NODES: ReadonlySet<string> = new Set([
  'SelectStmt',
  'ResTarget',
  'ColumnRef',
  'A_Star',
  'A_Const',
  'A_Expr',
  'A_ArrayExpr',
  'A_Indirection',
  'A_Indices',
  'BoolExpr',
  'BooleanTest',
  'NullTest',
  'CaseExpr',
  'CaseWhen',
  'CoalesceExpr',
  'MinMaxExpr',
  'RowExpr',
  'CollateClause',
  'TypeCast',
  'FuncCall',
  'SQLValueFunction',
  'SubLink',
  'RangeVar',
  'RangeSubselect',
  'RangeFunction',
  'JoinExpr',
  'CommonTableExpr',
  'SortBy',
  'WindowDef',
  'GroupingSet',
  'GroupingFunc',
  'NamedArgExpr',
  'String',
  'Integer',
  'Float',
  'Boolean',
  'List',
])
/** What the parser gives without the name of its kind. */
const FIELDS_REFUSED = new Set(['intoClause', 'lockingClause', 'valuesLists'])

const OPERATOR =
  /^(=|<>|!=|<|<=|>|>=|\+|-|\*|\/|%|\^|\|\||~~|~~\*|!~~|!~~\*|~|~\*|!~|!~\*|->|->>|#>|#>>|@>|<@|\?|BETWEEN|NOT BETWEEN|BETWEEN SYMMETRIC|NOT BETWEEN SYMMETRIC)$/
const TYPES: ReadonlySet<string> = new Set(
  `text varchar bpchar char int2 int4 int8 numeric float4 float8 bool date time timetz timestamp timestamptz interval
   uuid json jsonb bytea`.split(/\s+/),
)
const VALUE_FUNCTIONS = /^SVFOP_(CURRENT_(DATE|TIME|TIMESTAMP)|LOCAL(TIME|TIMESTAMP))(_N)?$/
const MAX_DEPTH = 200

type Rules = {
  schemas: ReadonlySet<string>
  functions: ReadonlySet<string>
  names: ReadonlySet<string>
}

export async function checkPostgres(
  sql: string,
  { schemas, functions }: Pick<AdhocPolicy, 'schemas' | 'functions'>,
): Promise<string> {
  const tree = await parse(sql).catch(() => {
    throw new AdhocRefused('PostgreSQL cannot read it')
  })
  const [only, ...more] = (tree.stmts ?? []) as Tree[]
  const statement = only?.['stmt'] as Tree | undefined
  if (more.length > 0) throw new AdhocRefused('it is more than one statement')
  if (statement === undefined || !('SelectStmt' in statement))
    throw new AdhocRefused('it is no SELECT')
  const names = new Set<string>()
  collectNames(statement, names)
  walk(statement, 0, {
    schemas: new Set(schemas),
    functions: new Set([...SAFE_POSTGRES, ...functions]),
    names,
  })
  // A cursor is declared for it, and there nothing may follow.
  return sql.replace(/;\s*$/, '')
}

function collectNames(node: unknown, names: Set<string>, depth = 0): void {
  if (depth > MAX_DEPTH) throw new AdhocRefused('it is nested too deep')
  if (Array.isArray(node)) for (const one of node) collectNames(one, names, depth + 1)
  else if (isTree(node)) {
    if (typeof node['ctename'] === 'string') names.add(node['ctename'])
    for (const one of Object.values(node)) collectNames(one, names, depth + 1)
  }
}

function walk(node: unknown, depth: number, rules: Rules): void {
  if (Array.isArray(node)) for (const one of node) walk(one, depth, rules)
  else if (isTree(node)) {
    for (const [key, value] of Object.entries(node)) {
      if (FIELDS_REFUSED.has(key) && !isEmptyList(value))
        throw new AdhocRefused(refusals[key] ?? key)
      if (/^[A-Z]/.test(key)) checkNode(key, value, rules)
      if (key === 'typeName') checkType(value)
      if (key === 'useOp' || key === 'operName') checkOperator(value)
      walk(value, depth + 1, rules)
    }
  }
}

const refusals: Readonly<Record<string, string>> = {
  intoClause: 'SELECT INTO writes',
  lockingClause: 'it locks rows',
  valuesLists: 'VALUES is no SELECT',
}

const isTree = (node: unknown): node is Tree => typeof node === 'object' && node !== null
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

function checkNode(kind: string, value: unknown, rules: Rules): void {
  if (!NODES.has(kind)) throw new AdhocRefused(`${kind} is not allowed`)
  const node = isTree(value) ? value : {}
  if (kind === 'RangeVar') checkTable(node, rules)
  if (kind === 'FuncCall') checkFunction(node, rules)
  if (kind === 'A_Expr') checkOperator(node['name'])
  if (kind === 'SQLValueFunction' && !VALUE_FUNCTIONS.test(String(node['op']))) {
    throw new AdhocRefused('a function is not allowed')
  }
}

function checkOperator(name: unknown): void {
  if (!wordsOf(name).every((word) => OPERATOR.test(word))) {
    throw new AdhocRefused('an operator is not allowed')
  }
}

function checkTable(node: Tree, { schemas, names }: Rules): void {
  const { schemaname: schema, relname: name, catalogname: catalog } = node
  if (catalog !== undefined) throw new AdhocRefused('another database is named')
  if (typeof schema === 'string') {
    if (!schemas.has(schema)) throw new AdhocRefused('a schema is not listed')
    return
  }
  // Names without a schema are looked up in the listed ones, and before them in the catalogue.
  const isOwn = typeof name === 'string' && names.has(name)
  if (!isOwn && String(name).startsWith('pg_'))
    throw new AdhocRefused('the catalogue is not listed')
}

function checkFunction(node: Tree, { functions }: Rules): void {
  const words = wordsOf(node['funcname'])
  // The parser itself puts pg_catalog before what has a syntax of its own, such as EXTRACT.
  const name = (words[0] === 'pg_catalog' ? words.slice(1) : words).join('.')
  if (!functions.has(name)) throw new AdhocRefused('a function is not allowed')
}

/** Some types read the catalogue, such as regclass. */
function checkType(value: unknown): void {
  const words = wordsOf(isTree(value) ? value['names'] : undefined)
  const name = words[0] === 'pg_catalog' ? words[1] : words.length === 1 ? words[0] : undefined
  if (name === undefined || !TYPES.has(name)) throw new AdhocRefused('a type is not allowed')
}

function wordsOf(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.map((item: unknown) => {
    const text = isTree(item) && isTree(item['String']) ? item['String']['sval'] : undefined
    return typeof text === 'string' ? text : ''
  })
}
