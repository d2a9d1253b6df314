// The loop that deliveries are compared with, in a process of its own as a worker is one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Letter = { headers: Record<string, string>; body: string }

export type BareOrder = {
  url: string
  /** Sent over and over until there are `count`. */
  letters: readonly Letter[]
  count: number
  connections: number
}

export async function postBare(order: BareOrder): Promise<void> {
  const child = fork(join(import.meta.dirname, 'bare-program.ts'), { serialization: 'advanced' })
  const exited = once(child, 'exit')
  child.send(order)
  const [code] = await exited
  if (code !== 0) throw new Error(`the bare loop ended with ${code}`)
}

/** The same bytes as a delivery, except for the signature, which is not computed here. */
export function toLetter(event: { id: string; timestamp: string }): Letter {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Task-Service/0.0.0',
    'webhook-id': event.id,
    'webhook-timestamp': String(Math.floor(Date.parse(event.timestamp) / 1_000)),
    'webhook-signature': `v1,${'A'.repeat(43)}=`,
  }
  return { headers, body: JSON.stringify(event) }
}
