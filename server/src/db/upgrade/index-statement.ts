// The statements that a migration outside a transaction may have: one index, created or dropped concurrently.

export type IndexStatement =
  | {
      kind: 'create'
      unique: boolean
      index: string
      table: string
      /** What follows the table: method, columns, condition. */
      rest: string
    }
  | { kind: 'drop'; index: string }

const CREATE = /^create (unique )?index concurrently (\w+) on ([\w.]+)\s+([\s\S]+)$/i
const DROP = /^drop index concurrently ([\w.]+)$/i

/**
 * `if not exists` is not accepted: it would take the invalid remainder of a crash for the index. The migrator looks at what
 * exists itself.
 */
export function readIndexStatement(text: string): IndexStatement | undefined {
  const statements = listStatements(text)
  const [statement] = statements
  if (statement === undefined || statements.length > 1) return undefined
  const [, unique, name, table, rest] = CREATE.exec(statement) ?? []
  if (name !== undefined && table !== undefined && rest !== undefined) {
    return {
      kind: 'create',
      unique: unique !== undefined,
      index: besideTable(name, table),
      table,
      rest,
    }
  }
  const [, dropped] = DROP.exec(statement) ?? []
  return dropped === undefined ? undefined : { kind: 'drop', index: dropped }
}

/** Without comments. Statements that contain semicolons, such as functions, are split: enough for the index files. */
export function listStatements(text: string): string[] {
  return text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

/** An index is in the schema of its table. */
function besideTable(name: string, table: string): string {
  const at = table.lastIndexOf('.')
  return at === -1 ? name : `${table.slice(0, at)}.${name}`
}

/** `name` as it appears in CREATE INDEX, which takes no schema. */
export function createText(
  statement: IndexStatement & { kind: 'create' },
  how: 'concurrently' | 'only',
): string {
  const { unique, index, table, rest } = statement
  const name = index.slice(index.lastIndexOf('.') + 1)
  const kind = unique ? 'unique index' : 'index'
  return how === 'only'
    ? `create ${kind} ${name} on only ${table} ${rest}`
    : `create ${kind} concurrently ${name} on ${table} ${rest}`
}
