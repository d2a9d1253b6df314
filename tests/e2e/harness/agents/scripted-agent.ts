// An agent as a program would write it: it claims a task and reports on it, one request at a time.
import type { ClaimedTask, HeartbeatResponse, Question, Run, Task } from '@task-service/contract'
import type { Stage } from '../stage.ts'

export type ScriptedRun = {
  task: Task
  run: Run
  heartbeat(body?: object): Promise<HeartbeatResponse>
  ask(question: object): Promise<Question>
  complete(result?: unknown): Promise<Task>
  fail(error: string): Promise<Run>
  release(handoff: string): Promise<Run>
}

const LEASE = { lease_seconds: 600 }

/** Claims the only task of a queue; the agent must exist. */
export async function claimFrom(
  { api }: Pick<Stage, 'api'>,
  agent: string,
  queue: string,
): Promise<ScriptedRun> {
  const body = { agent, queues: [queue], ...LEASE }
  const { data } = await api<{ data: ClaimedTask[] }>('POST', '/tasks/claim', body)
  const [claimed] = data
  if (!claimed) throw new Error(`no task in ${queue}`)
  return scriptRun(api, claimed)
}

/** Claims this task, which is in a queue of the agent. */
export async function claimTask(
  { api }: Pick<Stage, 'api'>,
  agent: string,
  task: string,
): Promise<ScriptedRun> {
  return scriptRun(api, await api('POST', `/tasks/${task}/claim`, { agent, ...LEASE }))
}

function scriptRun(api: Stage['api'], { task, run, lease_token }: ClaimedTask): ScriptedRun {
  const send = <T>(act: string, more: object = {}) =>
    api<T>('POST', `/runs/${run.id}/${act}`, { lease_token, ...more })
  return {
    task,
    run,
    heartbeat: (more) => send('heartbeat', more),
    ask: (question) => send('questions', question),
    complete: (result = {}) => send('complete', { result }),
    fail: (error) => send('fail', { error, retry_after_seconds: 0 }),
    release: (handoff) => send('release', { handoff }),
  }
}
