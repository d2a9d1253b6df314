// What the service really sends to PostgreSQL for a read: recorded from the driver, so that the reference runs the same
// statements and follows every change of them.
import { WatchedClient } from '../../server/src/db/liveness/watched-client.ts'
import { buildLocalApi } from '../../tests/harness/service.ts'

export type Captured = { text: string; values: unknown[] }

/** The two statements that answering takes: the one that sets the tenant, in a form that takes parameters, and the read. */
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
  const sent: { client: WatchedClient; text: string; values: unknown[] }[] = []
  const query: WatchedClient['query'] = Reflect.get(WatchedClient.prototype, 'query')
  WatchedClient.prototype.query = function record(statement: Partial<Captured>, ...rest) {
    const { text = '', values = [] } = statement
    sent.push({ client: this, text, values })
    return query.call(this, statement as never, ...rest)
  }
  try {
    const { statusCode } = await work()
    if (statusCode >= 400) throw new Error(`the captured request was answered ${statusCode}`)
    return sent.flatMap(({ client, text }, index) => {
      const tenantId = /^set local app\.tenant_id = '([^']+)'$/.exec(text)?.[1]
      const read = sent.slice(index + 1).find((later) => later.client === client)
      if (!tenantId || !read) return []
      const setting = { text: `select set_config('app.tenant_id', $1, true)`, values: [tenantId] }
      return [setting, { text: read.text, values: read.values }]
    })
  } finally {
    WatchedClient.prototype.query = query
  }
}
