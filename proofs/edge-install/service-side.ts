// A service on loopback, and a client of its API that adds connectors and asks them for claims.
import type { Connector, ConnectorWithToken, EdgeJobWithRows } from '@task-service/contract'
import { createApiClient, until } from '../../tests/harness/clients/api-client.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { startService } from '../../tests/harness/service.ts'
import { CLAIMS } from './claims-site.ts'

const TIMEOUT_MS = 20_000

export type ServiceSide = {
  url: string
  addConnector: () => Promise<{ id: string; token: string }>
  /** Waits until the connector offers that many statements. */
  untilOffered: (id: string, statements: number) => Promise<void>
  /** What is wrong with the claims that it gives; nothing when all is well. */
  findFault: (id: string) => Promise<string | undefined>
  /** How a job for one claim ended, by another statement. */
  askForOne: (id: string) => Promise<string>
  stop: () => Promise<void>
}

export async function startServiceSide(): Promise<ServiceSide> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  const database = await createDatabase({ cluster })
  const service = await startService({ databaseUrl: database.url })
  const client = createApiClient(() => service.url, service.apiKey)
  const ask = (id: string, statement: string, params: object): Promise<EdgeJobWithRows> =>
    client.ask('POST', `/api/connectors/${id}/run`, { database: 'warehouse', statement, params })
  let count = 0
  const untilOffered: ServiceSide['untilOffered'] = async (id, statements) => {
    await until(
      'the connector',
      () => client.ask<Connector>('GET', `/api/connectors/${id}`),
      ({ state, statement_count: offered }) => state === 'online' && offered === statements,
      TIMEOUT_MS,
    )
  }
  return {
    url: service.url,
    async addConnector() {
      const name = `installed ${++count}`
      const made = await client.ask<ConnectorWithToken>('POST', '/api/connectors', { name })
      return { id: made.id, token: made.enrolment_token ?? '' }
    },
    untilOffered,
    async findFault(id) {
      const job = await ask(id, 'open_claims', {})
      const shown = JSON.stringify(job).slice(0, 300)
      if (job.state !== 'done' || job.rows.length !== CLAIMS) return `not the claims: ${shown}`
      // As the example of the policy says: id, version, title, amount, iban, phone.
      const isTreated = job.rows.every(
        ([, , , , iban, phone]) =>
          String(iban).startsWith('tok_') && String(phone).endsWith('4567') && phone !== '4567',
      )
      return isTreated ? undefined : `values left as they are: ${shown}`
    },
    askForOne: async (id) => (await ask(id, 'get_claim', { key: 1 })).state,
    async stop() {
      client.close()
      await service.kill()
      await cluster.stop()
    },
  }
}
