// What the fuzzer is let loose on: the real program on a throw-away PostgreSQL, with two tenants.
import { type Cluster, startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  startService,
  type TestTenant,
} from '../../tests/harness/service.ts'

/** Of the network for documentation (RFC 5737): no host is there. */
export const RECEIVER_ADDRESS = '192.0.2.1'

export type FuzzTarget = {
  url: string
  owner: TestTenant
  stranger: TestTenant
  /** Answers by status, counted by the service's own request log. */
  countAnswers(): Map<number, number>
  /** What the service logged as failed, and its end if it ended unasked. */
  failures(): string[]
  stop(): Promise<void>
}

export async function startFuzzTarget(): Promise<FuzzTarget> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  try {
    const database = await createDatabase({ cluster })
    const service = await startService({
      databaseUrl: database.url,
      // At debug level also requests that reach no operation are logged, and so counted.
      env: {
        SERVICE_ACP_HOST: HOST_SUFFIX,
        SERVICE_ACP_LOG_LEVEL: 'debug',
        SERVICE_ACP_LIMIT_WEBHOOKS: 'off',
        // Webhooks whose address could be used need one, and it has to be allowed.
        SERVICE_ACP_EGRESS_ALLOW: `${RECEIVER_ADDRESS}/32`,
      },
      // A worker would send to the addresses that the fuzzer makes up.
      args: ['--role', 'api'],
    })
    const owner = await provisionTenant(database.url, 'owner')
    const stranger = await provisionTenant(database.url, 'stranger')
    return describeTarget(cluster, service, owner, stranger)
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

function describeTarget(
  cluster: Cluster,
  service: Service,
  owner: TestTenant,
  stranger: TestTenant,
): FuzzTarget {
  return {
    url: service.url,
    owner,
    stranger,
    countAnswers() {
      const counts = new Map<number, number>()
      for (const { msg, status } of service.log) {
        if (msg === 'request') counts.set(Number(status), (counts.get(Number(status)) ?? 0) + 1)
      }
      return counts
    },
    failures() {
      const { exitCode, signalCode } = service.process
      const end = exitCode ?? signalCode
      const failed = service.log.filter(({ msg }) => msg === 'request failed')
      return [
        ...failed.map(({ err }) => JSON.stringify(err)),
        ...(end === null ? [] : [`the process ended with ${end}`]),
      ]
    },
    async stop() {
      await service.stop()
      await cluster.stop()
    },
  }
}
