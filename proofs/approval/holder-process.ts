// An agent in a process of its own, which can be killed: it claims a task, comments on it, completes it if its order
// says so, and waits.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setInterval } from 'node:timers/promises'
import { childEnv } from '../../tests/harness/child-env.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createAgentClient } from '../../tests/harness/work/agent-client.ts'
import { createMcpCaller } from '../../tests/harness/work/mcp-caller.ts'

export type Order = {
  url: string
  token: string
  task: string
  comment?: string
  completes: boolean
  leaseSeconds: number
}

export type Held = { run: string; lease_token: string }

export type Holder = Held & { kill: () => Promise<void> }

/** Ready when it has done everything that was ordered. */
export async function startHolder(order: Order): Promise<Holder> {
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename], {
    env: childEnv({ ORDER: JSON.stringify(order) }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  if (!child.stdout) throw new Error('it has no output')
  const lines = createInterface({ input: child.stdout })
  const ended = exited.then(() => Promise.reject(new Error('the holder ended')))
  ended.catch(() => undefined)
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  return {
    ...(JSON.parse(line) as Held), // printed below
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Claims with a short lease, which tools would make longer; so it is made short again after each. */
export async function hold(order: Order): Promise<Held> {
  const { url, token, task, comment, completes, leaseSeconds } = order
  const caller = createApiCaller()
  const agent = createAgentClient(caller, { url, token })
  const mcp = createMcpCaller({ url, token }, caller)
  const lease = { lease_seconds: leaseSeconds }
  const answer = await agent.send(`/agent/tasks/${task}/claim`, lease)
  if (answer.status >= 300) throw new Error(`claim: ${answer.status} ${answer.body}`)
  const { run, lease_token } = JSON.parse(answer.body) as {
    run: { id: string }
    lease_token: string
  } // of the contract
  const held = { run: run.id, lease_token }
  if (comment !== undefined) await mcp.insist('comment', { ...held, body: comment })
  const beat = await agent.send(`/agent/runs/${held.run}/heartbeat`, { lease_token, ...lease })
  if (beat.status !== 200) throw new Error(`heartbeat: ${beat.status} ${beat.body}`)
  if (completes) await mcp.insist('complete_task', { ...held, result: { done: true } })
  caller.close()
  return held
}

if (import.meta.main) {
  const order = JSON.parse(process.env['ORDER'] ?? '') as Order // written above
  console.log(JSON.stringify(await hold(order)))
  for await (const _ of setInterval(60_000));
}
