// One service, one database and one Chromium for a whole run; every test file gets a tenant of its own there.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { provisionUser } from '../../harness/dashboard/dashboard.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { provisionTenant, type Service, startService, UI_PASSWORD } from '../../harness/service.ts'
import { launchBrowserServer } from './browser.ts'
import { STAGE_ENV } from './own-stage.ts'
import type { SharedServer } from './shared-server-env.ts'

/** Browsers resolve names below it to this machine, and give pages there what they give only to trusted origins. */
const HOST = 'localhost'

export async function startSharedServer(): Promise<SharedServer & { stop(): Promise<void> }> {
  const ends: (() => unknown)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    const database = await createDatabase()
    ends.push(() => database.drop())
    const env = { ...STAGE_ENV, SERVICE_ACP_HOST: HOST }
    const service = await startService({ databaseUrl: database.url, env })
    ends.push(() => endService(service))
    const browser = await launchBrowserServer()
    ends.push(() => browser.close())
    const tenants = await serveTenants(service, database)
    ends.push(() => tenants.close())
    const { port } = tenants.address() as AddressInfo // it listens on a port
    return { tenantsUrl: `http://127.0.0.1:${port}`, browserUrl: browser.wsEndpoint(), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function endService(service: Service): Promise<void> {
  if (service.process.exitCode === null) await service.stop()
  else console.error(`the service ended before the tests: ${service.errors()}`)
}

/** Files ask for tenants over HTTP: making one takes half of the server's code, which they need not load. */
async function serveTenants(service: Service, database: TestDatabase): Promise<Server> {
  let count = 0
  const server = createServer((_request, response) => {
    makeTenant(service, database, `e2e-${++count}`).then(
      (tenant) => response.writeHead(201).end(JSON.stringify(tenant)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume))
  return server
}

async function makeTenant(service: Service, database: TestDatabase, slug: string) {
  const tenant = await provisionTenant(database.url, slug)
  const { password } = await provisionUser(database.url, tenant, 'admin', UI_PASSWORD)
  const { port } = new URL(service.url)
  return {
    service: { url: `http://${slug}.${HOST}:${port}`, apiKey: tenant.key },
    database: { superuserUrl: database.superuserUrl },
    tenant: slug,
    password,
  }
}
