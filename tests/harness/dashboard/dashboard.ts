// The dashboard as tests reach it: people with passwords, and requests as a browser sends them.
import { hashPassword } from '../../../server/src/crypto/password-hash.ts'
import { createUser } from '../../../server/src/domains/users/index.ts'
import { openTestDatabase } from '../database.ts'
import type { Injected, TestApi } from '../deployment.ts'
import type { TestTenant } from '../service.ts'

export type Person = { id: string; username: string; password: string }

export const PASSWORD = 'four unrelated ponds'

/** A user who can sign in to this tenant. */
export async function provisionUser(
  databaseUrl: string,
  tenant: Pick<TestTenant, 'id' | 'slug'>,
  username: string,
  password = PASSWORD,
): Promise<Person> {
  const db = openTestDatabase(databaseUrl, 1)
  try {
    const passwordHash = await hashPassword(password)
    const user = await db.tenantTx(tenant.id, (tx) =>
      createUser(
        {
          tx,
          tenant,
          actor: { kind: 'system', id: 'test' },
          requestId: 'provision',
          now: new Date(),
          cursorSecret: Buffer.alloc(32),
          freshnessSecret: Buffer.alloc(32),
        },
        { username, password, passwordHash, mustChangePassword: false },
      ),
    )
    return { id: user.id, username, password }
  } finally {
    await db.close()
  }
}

export function basic({ username, password }: Pick<Person, 'username' | 'password'>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
}

/** What the dashboard's own page sends along. */
export const OWN = { 'x-ts-csrf': '1', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }

export type Ask = {
  method?: string
  headers?: Record<string, string | undefined>
  body?: unknown
}

export type Answered = Injected & { json: () => Record<string, unknown> }

/** Requests of one person at one tenant, as the dashboard sends them unless `headers` say otherwise. */
export function dashboardOf(api: TestApi, { host }: Pick<TestTenant, 'host'>, person?: Person) {
  return async (
    path: string,
    { method = 'GET', headers = {}, body }: Ask = {},
  ): Promise<Answered> => {
    const given = {
      host,
      ...(person && { authorization: basic(person) }),
      ...OWN,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = Object.entries(given).filter(
      (pair): pair is [string, string] => pair[1] !== undefined,
    )
    const answer = await api.app.inject({
      method,
      url: path,
      headers: Object.fromEntries(sent),
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    const { statusCode, headers: received, body: text } = answer
    const json = () => JSON.parse(text) as Record<string, unknown>
    return { statusCode, headers: received, body: text, json }
  }
}
