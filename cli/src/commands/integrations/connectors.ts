// `tasks connectors list` and `show`
import type { Connector } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { findByName } from '#cli/terminal/find-by-name.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import type { Color } from '#cli/terminal/paint.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import { type Column, printFields } from '#cli/terminal/table.ts'

/** The API says `silent`; everywhere else it is offline. */
const stateOf = ({ state }: Connector): string => (state === 'silent' ? 'offline' : state)
const colorOf = ({ state }: Connector): Color => (state === 'online' ? 'green' : 'yellow')

const columns: readonly Column<Connector>[] = [
  { title: 'CONNECTOR', value: ({ name }) => name, isFlexible: true },
  { title: 'STATE', value: stateOf, color: colorOf },
  { title: 'DATABASES', value: (row) => row.databases.map(({ name }) => name).join(', ') },
  { title: 'STATEMENTS', value: (row) => row.statement_count, isOptional: true },
  { title: 'LAST SEEN', value: (row) => describeTime(row.last_seen_at), isOptional: true },
  { title: 'ID', value: ({ id }) => id, isOptional: true },
]

export async function connectorsList(run: CommandRun): Promise<void> {
  const query = pageQuery(run.input)
  const client = await run.client()
  await printList(run, { list: client.connectors.list(query), columns, noun: 'connectors' })
}

export async function connectorsShow(run: CommandRun): Promise<void> {
  const { input, output } = run
  const client = await run.client()
  const one = await findByName(input.arg(0), {
    prefix: 'con_',
    noun: 'connector',
    list: () => client.connectors.list(),
    get: (id) => client.connectors.get(id),
  })
  const databases = one.databases.map(
    ({ name, engine, ok, problem }) =>
      [name, `${engine}, ${ok ? 'ok' : (problem ?? 'failing')}`] as const,
  )
  const fields = printFields(
    [
      ['State', stateOf(one)],
      ['Locked', one.frozen_reason],
      ['Version', one.facts?.version],
      ['Host', one.facts?.host],
      ['Last seen', one.last_seen_at],
      ['Statements', one.statement_count],
      ['Pending jobs', one.waiting_jobs],
      ['Key expires', one.key_expires_at],
      ['ID', one.id],
      ...databases,
    ],
    output.paint,
  )
  await output.result(one, output.paint('bold', neutralizeLine(one.name)), ...fields)
}
