// `print-role`: prints SQL for a role with exactly the permissions that the policy needs. It is never run.
import { loadPolicy } from '#edge/policy/load-policy.ts'
import { type NeededRights, neededRights } from '#edge/policy/needs/needed-rights.ts'
import { type DatabasePolicy, ENGINES, type Engine } from '#edge/policy/policy.ts'
import { type Settings, SettingsError } from '#edge/settings/settings.ts'
import type { Output } from './output.ts'

export async function printRoleCommand(
  output: Output,
  { policyFile }: Settings,
  options: Record<string, unknown>,
): Promise<void> {
  const engine = ENGINES.find((one) => one === options['db'])
  if (engine === undefined) throw new SettingsError(`--db must be one of ${ENGINES.join(', ')}.`)
  const policy = loadPolicy(policyFile)
  const found = [...policy.databases.values()].filter((database) => database.engine === engine)
  if (found.length === 0) throw new SettingsError(`${policyFile} has no ${engine} database.`)
  const texts = await Promise.all(found.map((database) => roleOf(database)))
  output.result({ roles: texts.map((lines) => lines.join('\n')) }, texts.flat())
}

async function roleOf(database: DatabasePolicy): Promise<string[]> {
  const needs = await neededRights(database)
  return [
    `-- For database ${database.name} of the policy. Change the password before you run it.`,
    ...writers[database.engine](database, needs),
    ...needs.unread.map((name) => `-- ${name}: cannot be parsed; grant its permissions manually.`),
    '',
  ]
}

type Writer = (database: DatabasePolicy, needs: NeededRights) => string[]

export const grants = (needs: NeededRights, to: string): string[] =>
  [...needs.tables].flatMap(([table, { rights, updates }]) =>
    [...rights].toSorted().map((right) => {
      const columns = right === 'update' && updates.size > 0 ? ` (${[...updates].join(', ')})` : ''
      return `grant ${right}${columns} on ${table} to ${to};`
    }),
  )

const writePostgres: Writer = (database, needs) => [
  `create role task_edge login password 'CHANGE-ME' nosuperuser nocreatedb nocreaterole noinherit connection limit 10;`,
  "alter role task_edge set statement_timeout = '60s';",
  `-- Optional, as a superuser, to limit temporary files: alter role task_edge set temp_file_limit = '256MB';`,
  ...(database.ledger === undefined ? [] : [postgresLedger(database.ledger)]),
  ...grants(needs, 'task_edge'),
]

const postgresLedger = (table: string): string =>
  `create table if not exists ${table} (job text primary key, changed integer not null, done_at timestamptz not null);`

const writeMysql: Writer = (database, needs) => [
  `create user task_edge@'%' identified by 'CHANGE-ME' with max_user_connections 10;`,
  ...(database.ledger === undefined
    ? []
    : [
        `create table if not exists ${database.ledger} (job varchar(64) primary key, changed integer not null, done_at datetime not null) engine = innodb;`,
      ]),
  ...grants(needs, `task_edge@'%'`),
]

const template =
  (create: readonly string[]): Writer =>
  ({ statements, ledger }) => [
    '-- Untested live. Grant only what each statement needs:',
    ...create,
    ...(ledger === undefined
      ? []
      : [`-- ${ledger}: job varchar(64) primary key, changed integer, done_at timestamp`]),
    ...[...statements.values()].map(({ name, kind }) =>
      kind === 'read'
        ? `-- ${name}: grant select on … to task_edge;`
        : `-- ${name}: grant select, update on … to task_edge;`,
    ),
  ]

const writers: Readonly<Record<Engine, Writer>> = {
  postgres: writePostgres,
  mysql: writeMysql,
  sqlserver: template([
    `create login task_edge with password = 'CHANGE-ME';`,
    'create user task_edge for login task_edge;',
  ]),
  oracle: template([
    `create user task_edge identified by "CHANGE-ME";`,
    'grant create session to task_edge;',
  ]),
}
