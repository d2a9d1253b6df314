// `tasks integrations list` and `show`
import type { Integration, TaskService } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { findByName } from '#cli/terminal/find-by-name.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import { type Column, printFields } from '#cli/terminal/table.ts'

const columns: readonly Column<Integration>[] = [
  { title: 'INTEGRATION', value: ({ name }) => name, isFlexible: true },
  { title: 'PROVIDER', value: ({ provider }) => provider },
  { title: 'STATE', value: ({ state }) => state, color: ({ state }) => colorOfState(state) },
  { title: 'LINKS', value: ({ counts }) => counts.links },
  { title: 'FAILURES', value: ({ counts }) => counts.failures },
  { title: 'LAST SYNC', value: (row) => describeTime(row.last_result?.ended_at), isOptional: true },
  { title: 'ID', value: ({ id }) => id, isOptional: true },
]

export const findIntegration = (client: TaskService, text: string): Promise<Integration> =>
  findByName(text, {
    prefix: 'int_',
    noun: 'integration',
    list: () => client.integrations.list(),
    get: (id) => client.integrations.get(id),
  })

export async function integrationsList(run: CommandRun): Promise<void> {
  const query = pageQuery(run.input)
  const client = await run.client()
  await printList(run, { list: client.integrations.list(query), columns, noun: 'integrations' })
}

export async function integrationsShow(run: CommandRun): Promise<void> {
  const { input, output } = run
  const one = await findIntegration(await run.client(), input.arg(0))
  const { paint } = output
  const { last_result: last, counts, problem, error } = one
  const result =
    last === null
      ? 'none'
      : `${last.state} ${describeTime(last.ended_at)}: ${last.read} read, ${last.created} created, ${last.changed} changed, ${last.failed} failed`
  const fields = printFields(
    [
      ['Provider', one.provider],
      ['State', one.state],
      ['Server', one.server === null ? null : `${one.server.name} ${one.server.version ?? ''}`],
      ['Hosts', one.hosts.join(', ')],
      ['Credential', one.credential.state],
      ['Last sync', result],
      ['Next sync', one.next_pull_at],
      ['Links', counts.links],
      ['Failures', counts.failures],
      ['Conflicts', counts.conflicts],
      ['Write-backs', `${counts.write_backs_open} open, ${counts.write_backs_failed} failed`],
      ['Error', problem?.detail ?? error?.message],
      ['Fix', problem?.fix ?? error?.fix],
      ['ID', one.id],
    ],
    paint,
  )
  await output.result(one, paint('bold', neutralizeLine(one.name)), ...fields)
}
