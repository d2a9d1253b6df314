// The tenant of the demo: found or created, its users, and the API key that the command uses while it runs.
import type { LocalApi } from '#app/local-api.ts'
import type { Config } from '#config/config.ts'
import { generatePassword } from '#crypto/generate-password.ts'
import { hashPassword } from '#crypto/password-hash.ts'
import type { Context } from '#db/context.ts'
import { issueKey, retireKey } from '#domains/keys/index.ts'
import { createTenant, findTenant } from '#domains/tenants/index.ts'
import { createUser, enableUser, findByName, setPassword } from '#domains/users/index.ts'
import { clockDate } from '#lib/time/clock.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { CommandError } from '../exit-codes.ts'
import { createWithClaim } from '../fleet/slug-claim.ts'
import { createDemoCall, type DemoCall, type DemoUser, REQUEST_PREFIX } from './demo-caller.ts'

/** Of the tenant itself, by which `--clear` knows that it may delete the whole tenant. */
export const TENANT_REQUEST = `${REQUEST_PREFIX}tenant`

export const ME = { username: 'demo', name: 'Nora Lindqvist' }
export const COLLEAGUES = [
  { username: 'tom.okafor', name: 'Tom Okafor' },
  { username: 'mei.tanaka', name: 'Mei Tanaka' },
  { username: 'luis.romero', name: 'Luis Romero' },
]

export type Person = DemoUser & { id: string; name: string }

export type DemoTenant = {
  id: string
  slug: string
  host: string
  isNew: boolean
  call: DemoCall
  inTenant<T>(work: (ctx: Context) => Promise<T>): Promise<T>
  /** Revokes the key of this command. */
  leave(): Promise<void>
}

/** `create` makes a missing tenant. */
export async function openDemoTenant(
  api: LocalApi,
  { http, fleet }: Pick<Config, 'http' | 'fleet'>,
  { slug, create }: { slug: string; create: boolean },
): Promise<DemoTenant> {
  const found = await findTenant(api.db.auth, slug)
  if (!found && !create) {
    throw new CommandError('not_found', `Tenant "${slug}" does not exist.`)
  }
  if (found && found.status !== 'active') {
    throw new CommandError('not_found', `Tenant "${slug}" is ${found.status}.`)
  }
  const tenant = { id: found?.tenant_id ?? uuidv7(), slug }
  const inTenant = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
    api.db.tenantTx(tenant.id, (tx) => work({ ...contextOf(api.pepper), tx, tenant }))
  const open = () =>
    inTenant(async (ctx) => {
      if (!found) await createTenant({ ...ctx, requestId: TENANT_REQUEST }, 'Quayside Freight')
      return issueKey(ctx, api.pepper)
    })
  const key = found ? await open() : (await createWithClaim({ fleet }, tenant, open)).created
  const host = http.hostSuffix === null ? 'localhost' : `${slug}.${http.hostSuffix}`
  return {
    ...tenant,
    host,
    isNew: found === undefined,
    call: createDemoCall(api, { host, apiKey: key.key }),
    inTenant,
    leave: () => inTenant((ctx) => retireKey(ctx, key.id)),
  }
}

function contextOf(pepper: Buffer) {
  return {
    actor: { kind: 'system' as const, id: 'demo' },
    requestId: `${REQUEST_PREFIX}${uuidv7()}`,
    now: clockDate(),
    cursorSecret: pepper,
    freshnessSecret: pepper,
  }
}

/** Users of an earlier demo are enabled again, with a new password. */
export async function addPeople(tenant: DemoTenant): Promise<[Person, ...Person[]]> {
  const add = async ({ username, name }: typeof ME): Promise<Person> => {
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    const { id } = await tenant.inTenant(async (ctx) => {
      const user = await findByName(ctx, username)
      const chosen = { password, passwordHash, mustChange: false }
      if (!user) return createUser(ctx, { username, name, passwordHash, mustChangePassword: false })
      await enableUser(ctx, user.id)
      return setPassword(ctx, user.id, chosen, 'password_set')
    })
    return { id, username, name, password }
  }
  const me = await add(ME)
  const others: Person[] = []
  for (const one of COLLEAGUES) others.push(await add(one))
  return [me, ...others]
}
