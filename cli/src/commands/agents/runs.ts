// `tasks runs list` and `show`
import type { Run, RunListQuery } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import { type Column, printFields } from '#cli/terminal/table.ts'

const columns: readonly Column<Run>[] = [
  { title: 'RUN', value: ({ id }) => id },
  { title: 'STATE', value: ({ state }) => state, color: ({ state }) => colorOfState(state) },
  { title: 'AGENT', value: ({ agent }) => agent },
  { title: 'ATTEMPT', value: ({ attempt }) => attempt },
  { title: 'PROGRESS', value: (row) => row.error ?? row.progress?.message, isFlexible: true },
  { title: 'STARTED', value: (row) => describeTime(row.created_at), isOptional: true },
  { title: 'QUEUE', value: ({ queue }) => queue, isOptional: true },
  { title: 'TASK', value: (row) => row.task_id, isOptional: true },
]

export async function runsList(run: CommandRun): Promise<void> {
  const { input } = run
  const query = {
    ...pageQuery(input),
    task: input.text('task'),
    agent: input.text('agent'),
    queue: input.text('queue'),
    state: input.texts('state'),
  } as RunListQuery // choices were checked by the parser
  const client = await run.client()
  await printList(run, { list: client.runs.list(query), columns, noun: 'runs' })
}

export async function runsShow(run: CommandRun): Promise<void> {
  const { input, output } = run
  const client = await run.client()
  const one = await client.runs.get(input.arg(0))
  const { progress, usage } = one
  const percent = progress?.percent === undefined ? '' : ` (${progress.percent} %)`
  const fields = printFields(
    [
      ['State', one.end_reason === null ? one.state : `${one.state} (${one.end_reason})`],
      ['Task', one.task_id],
      ['Agent', one.agent],
      ['Queue', one.queue],
      ['Attempt', one.attempt],
      ['Lease until', one.lease_expires_at],
      ['Progress', progress === null ? null : `${progress.message ?? ''}${percent}`],
      ['Error', one.error],
      ['Handoff', one.handoff],
      ['Approval', one.approval_id],
      ['Usage', `${usage.seconds} s, ${usage.calls} calls, ${usage.effects} effects`],
      ['Started', one.created_at],
      ['Ended', one.ended_at],
    ],
    output.paint,
  )
  const plan = (one.plan ?? []).map(({ title, state }) => `  ${state}: ${neutralizeLine(title)}`)
  const steps = plan.length === 0 ? [] : ['', output.paint('dim', 'Plan'), ...plan]
  await output.result(one, output.paint('bold', one.id), ...fields, ...steps)
}
