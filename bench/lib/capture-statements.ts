// What the service really sends to PostgreSQL for a read: recorded from the driver, so that the reference runs the same
// statements and follows every change of them.
import { Client } from 'pg'
import { TenantQuery } from '../../server/src/db/tenant-read.ts'
import { buildLocalApi } from '../../tests/harness/service.ts'

export type Captured = { text: string; values: unknown[] }

type Query = (this: Client, ...args: unknown[]) => Promise<unknown>

/** The statements of the one transaction that answering takes: the one that sets the tenant, then the others. */
export async function captureStatements(
  databaseUrl: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Captured[]> {
  const api = await buildLocalApi({ databaseUrl })
  const inject = () =>
    api.app.inject({ url: path, headers: { ...headers, 'x-api-key': api.apiKey } })
  try {
    // The first request also opens connections; the second is as all the others will be.
    await inject()
    const captured = await recordTransaction(inject)
    if (captured.length !== 2) throw new Error('not one read was seen')
    return captured
  } finally {
    await api.stop()
  }
}

async function recordTransaction(work: () => Promise<{ statusCode: number }>): Promise<Captured[]> {
  const captured: Captured[] = []
  const original = Reflect.get(Client.prototype, 'query') as Query // the promise form is the one the service uses
  const record: Query = function record(...args) {
    const sent = args[0]
    if (sent instanceof TenantQuery) captured.push(...sent.statements())
    return original.apply(this, args)
  }
  Client.prototype.query = record as never // restored below
  try {
    const { statusCode } = await work()
    if (statusCode >= 400) throw new Error(`the captured request was answered ${statusCode}`)
    return captured
  } finally {
    Client.prototype.query = original as never // the very function it was
  }
}
