// One database and one API for the test file that imports this, with a fresh tenant whenever a test asks for one.
import { after } from 'node:test'
import { Client } from 'pg'
import { ApiClient } from './api-client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { buildLocalApi, HOST_SUFFIX, type LocalApi, provisionTenant } from './service.ts'

type Running = { database: TestDatabase; api: LocalApi; superuser: Client }

let running: Promise<Running> | undefined

/** On demand: hooks of a file all start at once, so one of them cannot wait for another. */
function current(): Promise<Running> {
  return (running ??= start())
}

async function start(): Promise<Running> {
  const database = await createDatabase()
  const env = { SERVICE_ACP_HOST: HOST_SUFFIX }
  const api = await buildLocalApi({ databaseUrl: database.url, env })
  const superuser = new Client({ connectionString: database.superuserUrl })
  await superuser.connect()
  return { database, api, superuser }
}

after(async () => {
  if (!running) return
  const { database, api, superuser } = await running
  await superuser.end()
  await api.stop()
  await database.drop()
})

export async function testApi(): Promise<LocalApi> {
  return (await current()).api
}

let tenantCount = 0

export async function newTenant(): Promise<ApiClient> {
  const { database, api } = await current()
  return new ApiClient(api, await provisionTenant(database.url, `tenant-${++tenantCount}`))
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
