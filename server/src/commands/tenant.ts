// `tenant …`: provisioning for operators. Each change runs inside the tenant's own transaction, like a request.
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePassword } from '#crypto/generate-password.ts'
import { hashPassword } from '#crypto/password-hash.ts'
import { issueKey, listKeys, retireOtherKeys } from '#domains/keys/index.ts'
import {
  COUNT_LIMIT,
  countOlderWork,
  createTenant,
  type DeletionProgress,
  deleteTenant,
  setTenantStatus,
  walkTenants,
} from '#domains/tenants/index.ts'
import { createUser } from '#domains/users/index.ts'
import { encodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { type CommandSession, withCommandSession } from './command-session.ts'
import { CommandError } from './exit-codes.ts'
import { type Output, table } from './output.ts'

type Options = Record<string, unknown>

export async function tenantCreate(output: Output, options: Options, [slug = '']: string[]) {
  return withCommandSession(async (session) => {
    const tenant = { id: uuidv7(), slug }
    const { username } = session.dashboard
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    const { key } = await session.inTenant(tenant, async (ctx) => {
      await createTenant(ctx, typeof options['name'] === 'string' ? options['name'] : slug)
      await createUser(ctx, { username, passwordHash })
      return issueKey(ctx, session.pepper)
    })
    const dashboard = { username: username.toLowerCase(), password }
    output.result({ id: encodeId('tenant', tenant.id), slug, api_key: key, dashboard }, [
      `Created tenant ${slug}.`,
      `API key (shown only now): ${key}`,
      `Dashboard (shown only now): ${dashboard.username} ${password}`,
    ])
    return undefined
  })
}

export async function tenantList(output: Output) {
  return withCommandSession(async (session) => {
    const tenants: {
      slug: string
      name: string
      status: string
      created_at: string
      keys: object[]
    }[] = []
    for await (const page of walkTenants(session.db.auth)) {
      for (const { slug, name, status, created_at: at, tenant_id: id } of page) {
        const keys = await session.inTenant({ id, slug }, listKeys)
        tenants.push({ slug, name, status, created_at: at.toISOString(), keys })
      }
    }
    const rows = tenants.map((t) => [t.slug, t.name, t.status, t.created_at, String(t.keys.length)])
    output.result({ tenants }, table(['ID', 'NAME', 'STATUS', 'CREATED', 'KEYS'], rows))
    return undefined
  })
}

export async function tenantRotateKey(output: Output, options: Options, [slug = '']: string[]) {
  const text = String(options['overlap']).trim()
  // An empty text would read as 0, and 0 ends the old key now.
  const hours = text === '' ? Number.NaN : Number(text)
  if (!(hours >= 0 && hours <= 24 * 30)) {
    throw new CommandError('usage', '--overlap takes hours from 0 to 720.')
  }
  return withCommandSession(async (session) => {
    const tenant = await session.getTenant(slug)
    const { key, overlapping, revoked } = await session.inTenant(tenant, async (ctx) => {
      const issued = await issueKey(ctx, session.pepper)
      return { ...issued, ...(await retireOtherKeys(ctx, issued.id, hours * 3_600_000)) }
    })
    output.result(
      { slug, api_key: key, overlapping: overlapping.length, revoked: revoked.length },
      [
        `New API key (shown only now): ${key}`,
        overlapping.length > 0
          ? `The key before it works for another ${hours} h.`
          : 'All previous keys of this tenant are revoked.',
        ...(slug === 'default'
          ? ['SERVICE_ACP_API_KEY of the environment also opens this tenant; change it there.']
          : []),
      ],
    )
    return undefined
  })
}

export async function tenantStatus(output: Output, options: Options, [slug = '']: string[]) {
  const status = options['resume'] ? 'active' : 'suspended'
  return withCommandSession(async (session) => {
    const tenant = await session.getTenant(slug)
    if (tenant.status === 'deleting') {
      throw new CommandError(
        'not_found',
        `Tenant "${slug}" is being deleted. Finish it with: task-service tenant delete ${slug} --confirm ${slug}`,
      )
    }
    await session.inTenant(tenant, (ctx) => setTenantStatus(ctx, status))
    output.result({ slug, status }, `Tenant ${slug} is ${status}.`)
    return undefined
  })
}

const DELETE_STEP = 5_000
/** By then every process has noticed that the tenant is going. */
const NOTICE_MS = 1_000
/** Statements and idle transactions are ended sooner than this. */
const LONGEST_WORK_MS = 60_000

/** Requests admitted before the notice may still be writing, and what they write must go too. */
async function waitForOlderWork(session: CommandSession): Promise<void> {
  await sleep(NOTICE_MS)
  const noticed = new Date()
  while (
    (await countOlderWork(session.db.owner, noticed)) > 0 &&
    Date.now() < noticed.getTime() + LONGEST_WORK_MS
  ) {
    await sleep(100)
  }
}

export async function tenantDelete(output: Output, options: Options, [slug = '']: string[]) {
  if (options['confirm'] !== slug) {
    throw new CommandError(
      'usage',
      `This deletes everything of "${slug}". Repeat with: --confirm ${slug}`,
    )
  }
  if (slug === 'default') {
    throw new CommandError(
      'usage',
      'The default tenant belongs to SERVICE_ACP_API_KEY and stays. Suspend it, or delete its tasks.',
    )
  }
  return withCommandSession(async (session) => {
    const tenant = await session.getTenant(slug)
    if (tenant.status === 'deleting') output.note(`Resuming the deletion of ${slug}.`)
    // Refused from here on, so that nothing new is written while rows go.
    await session.inTenant(tenant, (ctx) => setTenantStatus(ctx, 'deleting'))
    await waitForOlderWork(session)
    const tables: Record<string, number> = {}
    let total = 0
    const steps = deleteTenant({
      tenantId: tenant.id,
      inTenant: (work) => session.db.tenantTx(tenant.id, work),
      owner: session.db.owner,
      stepSize: DELETE_STEP,
    })
    let shown = ''
    for await (const step of steps) {
      tables[step.table] = step.deleted
      total = step.total
      // The last step of a table finds nothing, and steps that only unlink tasks delete nothing.
      const line = describeProgress(step)
      if (line !== shown) output.note(line)
      shown = line
    }
    output.result({ slug, deleted_rows: total, tables }, `Deleted tenant ${slug} (${total} rows).`)
    return undefined
  })
}

function describeProgress(step: DeletionProgress): string {
  const isMore = step.estimate >= COUNT_LIMIT
  const estimate = isMore ? `at least ${COUNT_LIMIT}` : `about ${step.estimate}`
  return `${step.table}: deleted ${step.deleted} of ${estimate} rows (${step.total} in total)`
}
