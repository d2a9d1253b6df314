// The receivers of examples/webhook-receiver as processes, as a reader of the guide would start them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const folder = join(import.meta.dirname, '../../../examples/webhook-receiver')

const commands = {
  node: [process.execPath, 'node.mjs'],
  python: ['python3', 'receiver.py'],
} as const

export type ReceiverExample = {
  url: string
  /** `task.created evt_…`, one line for each event that was taken. */
  lines: string[]
  stop: () => Promise<void>
}

export async function startReceiverExample(
  language: keyof typeof commands,
  secret: string,
): Promise<ReceiverExample> {
  const [program, file] = commands[language]
  const child = spawn(program, [join(folder, file)], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', WEBHOOK_SECRET: secret, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const { promise: port, resolve, reject } = Promise.withResolvers<string>()
  child.on('error', reject)
  child.on('exit', () => reject(new Error(`the ${language} receiver ended before it listened`)))
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, listening] = /^listening on (\d+)$/.exec(line) ?? []
    if (listening === undefined) lines.push(line)
    else resolve(listening)
  })
  return {
    url: `http://127.0.0.1:${await port}/hook`,
    lines,
    stop: () => end(child),
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill()
  await ended
}
