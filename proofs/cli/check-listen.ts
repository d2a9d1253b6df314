// `webhooks listen`: a receiver that is down at first gets every event once it is up, in order, with a signature that the SDK
// accepts; a second listen continues where the first one ended.

import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { verifyWebhook } from '@task-service/sdk'
import { startTasks, type TasksProgram } from '../../tests/harness/cli/tasks-program.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import { startReceiver } from '../../tests/harness/network/receiver.ts'
import type { Stage } from './stage.ts'

const TASKS_COUNT = 5

export async function checkListen(stage: Stage): Promise<string[]> {
  const faults: string[] = []
  const secret = (await stage.run(['webhooks', 'listen', '--print-secret'])).stdout.trim()
  const port = await findFreePort()
  const received: string[] = []
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const payload = await buffer(request)
    try {
      const event = await verifyWebhook({ payload, headers: request.headers, secret })
      received.push(event.id)
    } catch (error) {
      faults.push(`a forwarded event was not verified: ${String(error)}`)
    }
    response.writeHead(204).end()
  }
  const first = listen(stage, port)
  await first.untilPrinted(/Forwarding events to [\s\S]*--print-secret/)
  if (first.stderr().includes(secret)) faults.push('the stored signing secret is printed again')
  // It is connected when the first event arrives.
  await untilDown(stage, first)
  const receiver = await startReceiver((...pair) => void receive(...pair), { port })
  try {
    await createTasks(stage)
    await first.untilPrinted(new RegExp(`Listened ${TASKS_COUNT - 1}`))
    const commandLine = readFileSync(`/proc/${first.process.pid}/cmdline`, 'utf8')
    if (commandLine.includes(stage.service.apiKey)) faults.push('the key is in the command line')
    faults.push(...(await end(stage, first, 130)))
    const missed = await stage.client.tasks.create({ title: 'While away', queue: 'listened' })
    const second = listen(stage, port, '--resume', '--limit', '1', '--json')
    faults.push(...(await end(stage, second, 0)))
    const events = await stage.client.events.list({ type: ['task.created'], limit: 200 }).toArray()
    const ours = events.filter(({ data }) => 'queue' in data && data.queue === 'listened')
    const expected = ours.map(({ id }) => id)
    if (ours.at(-1)?.data.id !== missed.id || expected.some((id) => !received.includes(id))) {
      faults.push(`${expected.length} events, and ${received.length} were forwarded`)
    }
    const inOrder = received.filter((id) => expected.includes(id))
    if (inOrder.join() !== expected.join())
      faults.push('the events came in another order, or twice')
  } finally {
    first.process.kill('SIGKILL')
    await receiver.close()
  }
  return faults
}

function listen(stage: Stage, port: number, ...more: string[]): TasksProgram {
  const args = [
    'webhooks',
    'listen',
    '-f',
    `localhost:${port}/hooks`,
    '-e',
    'task.created',
    ...more,
  ]
  return startTasks(args, { env: stage.env, cwd: stage.folder, program: stage.program })
}

async function untilDown(stage: Stage, program: TasksProgram): Promise<void> {
  const creating = setInterval(() => void createTask(stage), 500)
  try {
    await program.untilPrinted(/is down \(ECONNREFUSED\)/)
  } finally {
    clearInterval(creating)
  }
}

const createTask = ({ client }: Stage) => client.tasks.create({ title: 'Listened', queue: 'early' })

async function createTasks({ client }: Stage): Promise<void> {
  for (let at = 0; at < TASKS_COUNT; at++) {
    await client.tasks.create({ title: `Listened ${at}`, queue: 'listened' })
  }
}

async function end(stage: Stage, program: TasksProgram, code: number): Promise<string[]> {
  if (code === 130) program.process.kill('SIGINT')
  const ended = await program.ended
  stage.printed.push(ended.stdout, ended.stderr)
  return ended.code === code ? [] : [`listen ended with ${ended.code}: ${ended.stderr}`]
}
