// The kernel ends the worker in the middle of its work, because its memory is limited.
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { limitMemory } from '../../tests/harness/processes/memory-limit.ts'
import type { Fault, Scene } from './fault.ts'
import type { Site } from './site.ts'

/** Beyond what the worker has at the moment. */
const MORE_MIB = 8
const LARGE_TASKS = 40
const LARGE_BYTES = 500_000
const DEAD_WITHIN_MS = 60_000

export async function exhaustMemory({ site, log }: Scene): Promise<Fault> {
  const { process: victim } = site.worker()
  const exited = once(victim, 'exit')
  const limited = limitMemory(victim.pid ?? 0, MORE_MIB)
  const created: { title: string; id: string }[] = []
  const isOver = () => victim.exitCode !== null || victim.signalCode !== null
  // Their deliveries need more than that.
  for (let number = 0; number < LARGE_TASKS; number++) {
    const task = await createLarge(site, `large ${victim.pid} ${number}`)
    if (task) created.push(task)
  }
  for (const until = Date.now() + DEAD_WITHIN_MS; !isOver() && Date.now() < until; await sleep(50));
  const kills = limited.oomKills()
  if (!limited.isLimited) {
    log('memory cannot be limited here: the worker is killed with SIGKILL instead')
    victim.kill('SIGKILL')
  }
  const isSimulated = !limited.isLimited
  return {
    created,
    tookEffect: () => isSimulated || (kills > 0 && victim.signalCode === 'SIGKILL'),
    async end() {
      if (!isOver()) victim.kill('SIGKILL')
      await exited
      await limited.release()
      await site.startWorker()
    },
  }
}

async function createLarge({ apis }: Site, title: string) {
  const caller = createApiCaller()
  try {
    for (;;) {
      const answer: Answer = await caller.call(`${apis[1].url}/api/tasks`, {
        method: 'POST',
        headers: { 'x-api-key': apis[1].apiKey, 'idempotency-key': title.replaceAll(' ', '-') },
        body: { title, input: { text: 'x'.repeat(LARGE_BYTES) } },
      })
      if (answer.status === 201)
        return { title, id: (JSON.parse(answer.body) as { id: string }).id } // a task
      if (answer.status !== 503) throw new Error(`${answer.status} ${answer.body}`)
      await sleep(200)
    }
  } finally {
    caller.close()
  }
}
