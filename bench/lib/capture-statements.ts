// What the service really sends to PostgreSQL for a read: recorded from the driver, so that the reference runs the same
// statements and follows every change of them.
import { Client } from 'pg'
import { buildLocalApi } from '../../tests/harness/service.ts'

export type Captured = { text: string; values: unknown[] }

type Query = (this: Client, ...args: unknown[]) => Promise<unknown>
type Sent = string | { text: string; values?: unknown[] }

/** The statements of the one transaction that answering takes, `begin` and `commit` included. */
export async function captureStatements(databaseUrl: string, path: string): Promise<Captured[]> {
  const api = await buildLocalApi({ databaseUrl })
  const inject = () => api.app.inject({ url: path, headers: { 'x-api-key': api.apiKey } })
  try {
    // The first request also opens connections; the second is as all the others will be.
    await inject()
    const captured = await recordTransaction(inject)
    if (captured.length < 3) throw new Error('no transaction was seen')
    return captured
  } finally {
    await api.stop()
  }
}

async function recordTransaction(work: () => Promise<{ statusCode: number }>): Promise<Captured[]> {
  const captured: Captured[] = []
  const original = Reflect.get(Client.prototype, 'query') as Query // the promise form is the one the service uses
  const open = new Set<Client>()
  const record: Query = function record(...args) {
    const sent = args[0] as Sent // first argument of every form of query()
    const text = typeof sent === 'string' ? sent : sent.text
    if (text.startsWith('begin')) open.add(this)
    if (open.has(this)) {
      captured.push({ text, values: typeof sent === 'string' ? [] : (sent.values ?? []) })
    }
    if (text === 'commit') open.delete(this)
    return original.apply(this, args)
  }
  Client.prototype.query = record as never // restored below
  try {
    const { statusCode } = await work()
    if (statusCode >= 300) throw new Error(`the captured request was answered ${statusCode}`)
    return captured
  } finally {
    Client.prototype.query = original as never // the very function it was
  }
}
