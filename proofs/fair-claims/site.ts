// PostgreSQL, the service and its tenants, each with an agent.
import { join } from 'node:path'
import type { Owner } from '../../tests/harness/clients/webhook.ts'
import { startCluster } from '../../tests/harness/cluster.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { HOST_SUFFIX, type Service, startService } from '../../tests/harness/service.ts'
import { createAgent } from '../../tests/harness/work/agent-client.ts'

const UNFAIR_MAIN = join(import.meta.dirname, 'unfair-main.ts')

export const QUEUES = { alone: 'alone', flooded: 'flooded', aging: 'aging', load: 'load' } as const

export type Tenant = Owner & { host: string; token: string }

export type Site = { flooding: Tenant; others: Tenant[]; stop: () => Promise<void> }

export async function openSite(options: { others: number; isUnfair: boolean }): Promise<Site> {
  const cluster = await startCluster()
  const services: Service[] = []
  const stop = async () => {
    for (const service of services) await service.kill()
    await cluster.stop()
  }
  try {
    const database = await createDatabase({ cluster })
    const provisioned = await provisionTenants(database.superuserUrl, options.others + 1)
    const service = await startService({
      databaseUrl: database.url,
      env: { SERVICE_ACP_HOST: HOST_SUFFIX },
      ...(options.isUnfair && { program: UNFAIR_MAIN }),
    })
    services.push(service)
    const tenants: Tenant[] = []
    for (const { host, key } of provisioned) {
      const owner = { url: service.url, apiKey: key, host }
      const queues = Object.values(QUEUES)
      tenants.push({ ...owner, token: await createAgent(owner, { name: 'worker', queues }) })
    }
    const [flooding, ...others] = tenants
    if (!flooding) throw new Error('there is no tenant')
    return { flooding, others, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
