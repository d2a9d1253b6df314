// What the service really sends to PostgreSQL for a request: recorded from the driver, so that the reference runs the
// same statements and follows every change of them.
import { Client } from 'pg'
import { buildLocalApi } from '../../tests/harness/service.ts'

export type Captured = {
  text: string
  values: unknown[]
  /** True when it was sent without waiting for an answer to the one before. */
  pipelined: boolean
}

type Query = (this: Client, ...args: unknown[]) => Promise<unknown>
type Sent = string | { text: string; values?: unknown[] }

/** The statements of the one transaction that answering `request` takes, `begin` and `commit` included. */
export async function captureStatements(
  databaseUrl: string,
  request: { method: 'GET' | 'POST'; path: string; body?: object },
): Promise<Captured[]> {
  const api = await buildLocalApi({ databaseUrl })
  const inject = () =>
    api.app.inject({
      method: request.method,
      url: request.path,
      headers: { 'x-api-key': api.apiKey },
      ...(request.body && { payload: request.body }),
    })
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
  let unanswered = 0
  const recorder = async function record(this: Client, ...args: unknown[]): Promise<unknown> {
    const sent = args[0] as Sent // first argument of every form of query()
    const text = typeof sent === 'string' ? sent : sent.text
    if (text.startsWith('begin')) open.add(this)
    if (!open.has(this)) return original.apply(this, args)
    const values = typeof sent === 'string' ? [] : (sent.values ?? [])
    captured.push({ text, values, pipelined: unanswered > 0 })
    if (text === 'commit') open.delete(this)
    unanswered++
    try {
      return await original.apply(this, args)
    } finally {
      unanswered--
    }
  }
  Client.prototype.query = recorder as never // restored below
  try {
    const { statusCode } = await work()
    if (statusCode >= 300) throw new Error(`the captured request was answered ${statusCode}`)
    return captured
  } finally {
    Client.prototype.query = original as never // the very function it was
  }
}
