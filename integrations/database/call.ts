// Asking the connector: by the names that people entered, with values of the kinds that it announced.
import {
  type EdgeClient,
  type EdgeRows,
  type EdgeStatement,
  Failure,
  type Json,
} from '@task-service/kit'
import { textOf } from './template.ts'
import type { Config, Context } from './wire.ts'

export function edgeOf({ edge }: Context): EdgeClient {
  if (edge !== undefined) return edge
  throw new Failure('internal', 'Connectors are not available.')
}

export type Statements = { read: EdgeStatement; get: EdgeStatement; write?: EdgeStatement }

const asked = [
  { place: 'read', field: 'read_statement', kind: 'read' },
  { place: 'get', field: 'get_statement', kind: 'read' },
  { place: 'write', field: 'write_statement', kind: 'write' },
] as const

/** What the configuration names, as the connector announced it. */
export async function findStatements(ctx: Context): Promise<Statements> {
  const { config } = ctx
  const known = await edgeOf(ctx).statements(config.connector)
  const found: Partial<Statements> = {}
  for (const { place, field, kind } of asked) {
    const name = config[field]
    if (name === undefined) continue
    const statement = known.find(
      (one) => one.database === config.database && one.name === name && one.kind === kind,
    )
    if (!statement) throw missing(config, name, kind, known)
    found[place] = statement
  }
  return found as Statements // the two that are required are always named
}

function missing(
  { database }: Config,
  name: string,
  kind: string,
  known: readonly EdgeStatement[],
): Failure {
  const there = known
    .filter((one) => one.database === database && one.kind === kind)
    .map((one) => one.name)
  const fix =
    there.length === 0
      ? `Add a ${kind} statement for the database "${database}" to the connector’s policy file.`
      : `Choose one of: ${there.join(', ')}.`
  const text = `The connector has no ${kind} statement "${name}" for the database "${database}".`
  return new Failure('not_found', text, { fix })
}

export async function run(
  ctx: Context,
  statement: EdgeStatement,
  params: Record<string, Json>,
  key?: string,
): Promise<EdgeRows> {
  const { connector, database } = ctx.config
  const typed = Object.entries(params).map(([name, value]) => [
    name,
    typedFor(statement, name, value),
  ])
  return await edgeOf(ctx).run({
    connector,
    database,
    statement: statement.name,
    params: Object.fromEntries(typed) as Record<string, Json>, // pairs of names and values
    ...(key !== undefined && { key }),
  })
}

export const isPaged = ({ params }: EdgeStatement): boolean =>
  params.some(({ name }) => name === 'after')

/** The rest of a cut list without pages would never be read. A list that the policy caps is complete. */
export function refuseCut(read: EdgeStatement, { cutAt }: EdgeRows): void {
  if (cutAt === undefined || isPaged(read)) return
  const text = `The statement "${read.name}" returns more than ${cutAt.rows.toLocaleString('en')} rows or ${cutAt.bytes.toLocaleString('en')} bytes, the maximum of one read. The list is not complete.`
  throw new Failure('invalid', text, {
    fix: 'Add a parameter "after" to the statement in the policy file, and return the rows after that key, ordered by the key.',
  })
}

/** Keys and versions are stored as texts; the connector needs a number where the parameter is one. */
function typedFor({ params }: EdgeStatement, name: string, value: Json): Json {
  const type = params.find((param) => param.name === name)?.type
  if (value === null || type === undefined) return value
  const text = textOf(value)
  if (type === 'integer' || type === 'number') {
    const number = Number(text)
    const isExact = text.trim() !== '' && Number.isFinite(number)
    return isExact && (type === 'number' || Number.isSafeInteger(number)) ? number : text
  }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return type === 'boolean' ? value : text
}

/** The parameter that names one row. */
export function keyParam({ name, params }: EdgeStatement): string {
  const required = params.filter((param) => param.required)
  const found =
    params.find((param) => param.name === 'key') ?? (required.length === 1 && required[0])
  if (found) return found.name
  throw new Failure('invalid', `The statement "${name}" has no parameter "key".`, {
    fix: 'In the policy file, name the parameter that selects one row "key".',
  })
}
