// What the service really sends to PostgreSQL for a read: recorded from the driver, so that the reference runs the same
// statements and follows every change of them.
import { TenantQuery } from '../../server/src/db/tenant-query.ts'
import { buildLocalApi } from '../../tests/harness/service.ts'

export type Captured = { text: string; values: unknown[] }

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
    const captured = await recordReads(inject)
    if (captured.length !== 2) throw new Error('not one read was seen')
    return captured
  } finally {
    await api.stop()
  }
}

async function recordReads(work: () => Promise<{ statusCode: number }>): Promise<Captured[]> {
  const captured: Captured[] = []
  const prepare: TenantQuery['prepare'] = Reflect.get(TenantQuery.prototype, 'prepare')
  TenantQuery.prototype.prepare = function record(connection) {
    captured.push(...this.statements())
    prepare.call(this, connection)
  }
  try {
    const { statusCode } = await work()
    if (statusCode >= 400) throw new Error(`the captured request was answered ${statusCode}`)
    return captured
  } finally {
    TenantQuery.prototype.prepare = prepare
  }
}
