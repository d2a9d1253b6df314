// `tasks claim`: with a lease for an agent, without one for a person.
import type { ClaimedTask } from '@task-service/sdk'
import { saveLease } from '#cli/profiles/lease-file.ts'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { printChange } from './task-view.ts'

export async function claim(run: CommandRun): Promise<void> {
  const { input } = run
  const task = input.args[0]
  const { key } = await run.target()
  const isAgent = input.has('agent') || key.startsWith('agt_')
  if (isAgent && input.has('assignee')) {
    throw new CommandError(
      'usage',
      '--assignee takes the task for a person, so it cannot be used with an agent.',
    )
  }
  if (isAgent) await claimForAgent(run, task)
  else await takeForPerson(run, task)
}

async function takeForPerson(run: CommandRun, task: string | undefined): Promise<void> {
  if (task === undefined) {
    throw new CommandError(
      'usage',
      'Name a task to take, or an agent that claims the next one.',
      'Run: tasks claim T-142. Or: tasks claim --agent gardener',
    )
  }
  const client = await run.client()
  const taken = await client.runs.take(task, { assignee: run.input.text('assignee') })
  await printChange(run.output, 'Took', taken)
}

async function claimForAgent(run: CommandRun, task: string | undefined): Promise<void> {
  const claimed = await requestClaim(run, task)
  const { output, environment } = run
  if (claimed === undefined) {
    throw new CommandError(
      'not_found',
      'There is no task to claim.',
      'Wait for one with --wait 20.',
    )
  }
  const { task: found, run: started, lease_token: token } = claimed
  const { url } = await run.target()
  const lease = { task_id: found.id, number: found.number, run: started.id, token }
  await saveLease(environment, url, lease)
  const name = `T-${found.number} ${neutralizeLine(found.title)}`
  await output.result(
    claimed,
    `Claimed ${name}`,
    `Run ${started.id}, lease until ${started.lease_expires_at}. To end it, run: tasks complete T-${found.number}`,
  )
}

async function requestClaim(
  run: CommandRun,
  task: string | undefined,
): Promise<ClaimedTask | undefined> {
  const { input } = run
  const shared = { agent: input.text('agent'), lease_seconds: input.count('lease') }
  const client = await run.client()
  if (task !== undefined) return client.runs.claimTask(task, shared)
  const body = { ...shared, queues: input.texts('queue'), wait_seconds: input.count('wait') }
  const { data } = await client.runs.claim(body)
  return data[0]
}
