// `tasks agents list`, `show`, `pause` and `resume`
import type { Agent, Budget } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { describeTime } from '#cli/terminal/describe-time.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { pageQuery, printList } from '#cli/terminal/print-list.ts'
import { type Column, printFields } from '#cli/terminal/table.ts'

const columns: readonly Column<Agent>[] = [
  { title: 'AGENT', value: ({ name }) => name, isFlexible: true },
  { title: 'STATE', value: ({ state }) => state, color: ({ state }) => colorOfState(state) },
  { title: 'WORKING', value: (row) => row.working_runs },
  { title: 'PARKED', value: (row) => row.parked_runs },
  { title: 'QUEUES', value: ({ queues }) => queues.join(', ') || 'all', isOptional: true },
  { title: 'LAST USED', value: (row) => describeTime(row.last_used_at), isOptional: true },
]

export async function agentsList(run: CommandRun): Promise<void> {
  const query = pageQuery(run.input)
  const client = await run.client()
  await printList(run, { list: client.agents.list(query), columns, noun: 'agents' })
}

export async function agentsShow(run: CommandRun): Promise<void> {
  const { input, output } = run
  const client = await run.client()
  const agent = await client.agents.get(input.arg(0))
  const { usage_today: usage } = agent
  const fields = printFields(
    [
      ['State', agent.state],
      ['Description', agent.description],
      ['Queues', agent.queues.join(', ') || 'all'],
      ['Concurrency', agent.concurrency ?? 'unlimited'],
      ['Max attempts', agent.max_attempts],
      ['Runs', `${agent.working_runs} working, ${agent.parked_runs} parked`],
      ['Budget per run', describeBudget(agent.run_budget)],
      ['Budget per day', describeBudget(agent.day_budget)],
      ['Used today', `${usage.seconds} s, ${usage.calls} calls, ${usage.effects} effects`],
      ['Last used', agent.last_used_at],
      ['ID', agent.id],
    ],
    output.paint,
  )
  await output.result(agent, output.paint('bold', neutralizeLine(agent.name)), ...fields)
}

function describeBudget({ seconds, calls, effects }: Budget): string {
  const limits = [
    seconds === null ? [] : `${seconds} s`,
    calls === null ? [] : `${calls} calls`,
    effects === null ? [] : `${effects} effects`,
  ].flat()
  return limits.join(', ') || 'unlimited'
}

export async function agentsPause(run: CommandRun): Promise<void> {
  const client = await run.client()
  await printState(run, await client.agents.pause(run.input.arg(0)))
}

export async function agentsResume(run: CommandRun): Promise<void> {
  const client = await run.client()
  await printState(run, await client.agents.resume(run.input.arg(0)))
}

async function printState({ output }: CommandRun, agent: Agent): Promise<void> {
  const state = output.paint(colorOfState(agent.state), agent.state)
  await output.result(agent, `Agent ${neutralizeLine(agent.name)} is ${state}`)
}
