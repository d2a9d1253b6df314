// `tasks complete`, `tasks fail` and `tasks release`: of a run that was claimed here, or of the task itself.
import type { TaskService, TaskTransition } from '@task-service/sdk'
import { dropLease, findLease, type Lease } from '#cli/profiles/lease-file.ts'
import { CommandError } from '#cli/program/command-error.ts'
import { parseJson } from '#cli/program/command-input.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { readStdin } from '#cli/program/read-stdin.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { printChange } from './task-view.ts'

type Finish = {
  verb: string
  ofRun: (client: TaskService, lease: Lease) => Promise<unknown>
  ofTask: TaskTransition
  /** Options that only a run has. */
  runOptions?: readonly string[]
}

export async function complete(run: CommandRun): Promise<void> {
  const text = run.input.text('result')
  const json = text === '-' ? await readStdin('the result') : text
  const result = json === undefined ? undefined : parseJson(json, '--result')
  await finish(run, {
    verb: 'Completed',
    ofRun: (client, { run: id, token }) =>
      client.runs.complete(id, { lease_token: token, ...(result !== undefined && { result }) }),
    ofTask: { to: 'completed', ...(result !== undefined && { result }) },
  })
}

export async function fail(run: CommandRun): Promise<void> {
  const error = run.input.text('error')
  const retryable = !run.input.flag('final')
  await finish(run, {
    verb: 'Failed',
    ofRun: (client, { run: id, token }) =>
      client.runs.fail(id, { lease_token: token, error: error ?? 'Failed', retryable }),
    ofTask: { to: 'failed', ...(error !== undefined && { result: { error } }) },
    runOptions: ['final'],
  })
}

export async function release(run: CommandRun): Promise<void> {
  const { input } = run
  await finish(run, {
    verb: 'Released',
    ofRun: (client, { run: id, token }) =>
      client.runs.release(id, {
        lease_token: token,
        handoff: input.text('note'),
        delay_seconds: input.count('delay'),
      }),
    ofTask: { to: 'ready' },
    runOptions: ['note', 'delay'],
  })
}

async function finish(
  run: CommandRun,
  { verb, ofRun, ofTask, runOptions = [] }: Finish,
): Promise<void> {
  const { environment, input, output } = run
  const client = await run.client()
  const { url, key } = await run.target()
  const name = input.arg(0)
  const lease = await findLease(environment, url, name)
  if (lease === undefined) {
    const unused = runOptions.find((option) => input.has(option))
    if (unused !== undefined) {
      throw new CommandError(
        'usage',
        `--${unused} is for runs, and this computer has no lease of ${neutralizeLine(name)}.`,
        'Leave the option out, or claim the task for an agent first.',
      )
    }
    await printChange(output, verb, await client.tasks.transition(name, ofTask))
    return
  }
  let ended: unknown
  try {
    ended = await ofRun(client, lease)
  } catch (error) {
    if (isOver(error)) await dropLease(environment, url, lease)
    throw error
  }
  await dropLease(environment, url, lease)
  // An agent token cannot read tasks.
  if (key.startsWith('agt_')) {
    await output.result(ended, `${verb} ${neutralizeLine(name)} (run ${lease.run})`)
  } else {
    await printChange(output, verb, await client.tasks.get(lease.task_id))
  }
}

/** The next command is then about the task itself. */
const isOver = (error: unknown): boolean =>
  ['lease_lost', 'run_not_found'].includes(String((error as { code?: unknown }).code)) // of a TaskServiceError
