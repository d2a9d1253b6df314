// One database and one API for the test file that imports this, with a fresh tenant whenever a test asks for one.
// With TEST_API_URL both are those of a running deployment.
import { randomBytes } from 'node:crypto'
import { after } from 'node:test'
import type { InjectOptions } from 'fastify'
import { Client } from 'pg'
import { ApiClient } from './api-client.ts'
import { type Person, provisionUser } from './dashboard/dashboard.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { type Deployment, findDeployment, joinDeployment, type TestApi } from './deployment.ts'
import { VENDOR_ADDRESS } from './integrations/vendor.ts'
import { addTenant, buildLocalApi, HOST_SUFFIX, type TestTenant } from './service.ts'

type Running = {
  database: Pick<TestDatabase, 'url' | 'superuserUrl' | 'drop'>
  api: TestApi
  listen: () => Promise<string>
  superuser: Client
}

let running: Promise<Running> | undefined

/** On demand: hooks of a file all start at once, so one of them cannot wait for another. */
function current(): Promise<Running> {
  return (running ??= start())
}

async function start(): Promise<Running> {
  const deployment = findDeployment()
  const place = deployment ? join(deployment) : await build()
  const superuser = new Client({ connectionString: place.database.superuserUrl })
  await superuser.connect()
  return { ...place, superuser }
}

function join(deployment: Deployment): Omit<Running, 'superuser'> {
  const { superuserUrl } = deployment
  return {
    database: { url: superuserUrl, superuserUrl, drop: async () => undefined },
    api: joinDeployment(deployment),
    listen: async () => deployment.url,
  }
}

async function build(): Promise<Omit<Running, 'superuser'>> {
  const database = await createDatabase()
  const env = {
    SERVICE_ACP_HOST: HOST_SUFFIX,
    SERVICE_ACP_EGRESS_ALLOW: VENDOR_ADDRESS,
    // Only workers connect to it; tests start their own.
    SERVICE_ACP_SMTP_URL: 'smtp://127.0.0.1:1',
    SERVICE_ACP_SMTP_FROM: 'tasks@mail.example.com',
  }
  const { app, ...api } = await buildLocalApi({ databaseUrl: database.url, env })
  let address: Promise<string> | undefined
  return {
    database,
    api: { ...api, app: { inject: (injection) => app.inject(injection as InjectOptions) } }, // tests also use methods that cannot be routed
    listen: () => (address ??= app.listen({ port: 0, host: '127.0.0.1' })),
  }
}

after(async () => {
  if (!running) return
  const { database, api, superuser } = await running
  await superuser.end()
  await api.stop()
  await database.drop()
})

export async function testApi(): Promise<TestApi> {
  return (await current()).api
}

/** Where it listens, for what only a connection shows. */
export async function testAddress(): Promise<string> {
  return (await current()).listen()
}

/** A deployment has the tenants of all test files. */
const mark = randomBytes(3).toString('hex')
let tenantCount = 0

export async function newTenant(): Promise<ApiClient> {
  const { api } = await current()
  return new ApiClient(api, await addTenant(api.db, `tenant-${mark}-${++tenantCount}`))
}

/** A user who signs in to the dashboard of this tenant. */
export async function newUser(
  tenant: TestTenant,
  username: string,
  password?: string,
): Promise<Person> {
  const { database } = await current()
  return provisionUser(database.url, tenant, username, password)
}

/** As the superuser: sees all tenants, and what the service itself may not. */
export async function inspect<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { superuser } = await current()
  return (await superuser.query(text, values)).rows as Row[] // the caller names the columns
}

/** A second superuser connection, for tests that hold a lock while the API works. */
export async function withSession<T>(work: (session: Client) => Promise<T>): Promise<T> {
  const { database } = await current()
  const session = new Client({ connectionString: database.superuserUrl })
  await session.connect()
  try {
    return await work(session)
  } finally {
    await session.end()
  }
}

/** For code below the API: the role that owns the schema, as the service itself has it. */
export async function testDatabaseUrl(): Promise<string> {
  return (await current()).database.url
}
