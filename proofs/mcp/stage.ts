// Two processes on one database: one that serves the only tenant under every name, and one with a host for each tenant.
import { join } from 'node:path'
import type { Pool } from 'pg'
import { generateApiKey } from '../../server/src/crypto/api-key.ts'
import { openAdminPool } from '../../tests/harness/admin-client.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import {
  HOST_SUFFIX,
  provisionTenant,
  type Service,
  startService,
} from '../../tests/harness/service.ts'
import { createAgent } from '../../tests/harness/work/agent-client.ts'
import type { Site } from './matrix-run.ts'
import type { Deployment } from './request-matrix.ts'

export type Stage = {
  databaseUrl: string
  admin: Pool
  sites: Record<Deployment, Site>
  stop: () => Promise<void>
}

/** With all tools. */
export const WORKER = { name: 'worker', reads_beyond_claim: true }

const SPOILED_MAIN = join(import.meta.dirname, 'spoiled-main.ts')

export async function openStage({ control }: { control: boolean }): Promise<Stage> {
  const database = await createDatabase()
  const admin = openAdminPool(database.superuserUrl)
  const services: Service[] = []
  const stop = async () => {
    await Promise.all(services.map((service) => service.stop()))
    await admin.end()
    await database.drop()
  }
  const apiKey = generateApiKey()
  const start = async (env: Record<string, string>): Promise<string> => {
    const program = control ? { program: SPOILED_MAIN } : {}
    const args = ['--role', 'api']
    const options = { databaseUrl: database.url, apiKey, env, args, ...program }
    const service = await startService(options)
    services.push(service)
    return service.url
  }
  try {
    const one = await start({ SERVICE_ACP_PUBLIC_URL: 'https://tasks.example.com' })
    const many = await start({ SERVICE_ACP_HOST: HOST_SUFFIX })
    const acme = await provisionTenant(database.url, 'acme')
    const globex = await provisionTenant(database.url, 'globex')
    const tokenOf = ({ key, host }: typeof acme) =>
      createAgent({ url: many, apiKey: key, host }, WORKER)
    const token = await createAgent({ url: one, apiKey }, WORKER)
    const [acmeToken, globexToken] = [await tokenOf(acme), await tokenOf(globex)]
    const sites = {
      'one tenant': { url: one, token, key: apiKey, otherToken: acmeToken },
      'many tenants': { url: many, token: acmeToken, key: acme.key, otherToken: globexToken },
    }
    return { databaseUrl: database.url, admin, sites, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
