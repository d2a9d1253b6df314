// `tenant …`: provisioning for operators. Each change runs in a tenant transaction, like a request.
import { setTimeout as sleep } from 'node:timers/promises'
import { openFileRemover } from '#app/bucket.ts'
import { generatePassword } from '#crypto/generate-password.ts'
import { hashPassword } from '#crypto/password-hash.ts'
import { issueKey, listKeys, retireOtherKeys } from '#domains/keys/index.ts'
import {
  COUNT_LIMIT,
  countOlderWork,
  createTenant,
  type DeletionProgress,
  deleteTenant,
  findTenant,
  setTenantStatus,
  type TenantRow,
  walkTenants,
} from '#domains/tenants/index.ts'
import { createUser } from '#domains/users/index.ts'
import { encodeId } from '#lib/ids.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { type CommandSession, withCommandSession } from '../command-session.ts'
import { CommandError } from '../exit-codes.ts'
import {
  createWithClaim,
  releaseAfterDelete,
  releaseDeleted,
  UNCONFIRMED,
} from '../fleet/slug-claim.ts'
import { type Output, table } from '../output.ts'
import { tenantUrl } from '../tenant-url.ts'

type Options = Record<string, unknown>

const UNRELEASED =
  'The directory could not be updated, so the ID is not free yet. Run this command again.'

export async function tenantCreate(output: Output, options: Options, [slug = '']: string[]) {
  return withCommandSession(async (session) => {
    const tenant = { id: uuidv7(), slug }
    const { username } = session.dashboard
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    const { created, isConfirmed } = await createWithClaim(session, tenant, () =>
      session.inTenant(tenant, async (ctx) => {
        await createTenant(ctx, typeof options['name'] === 'string' ? options['name'] : slug)
        await createUser(ctx, { username, passwordHash })
        return issueKey(ctx, session.pepper)
      }),
    )
    const { key } = created
    if (!isConfirmed) output.note(UNCONFIRMED)
    const dashboard = { username: username.toLowerCase(), password }
    const place = describePlace(session, slug)
    const id = encodeId('tenant', tenant.id)
    output.result(
      {
        id,
        slug,
        url: place.url,
        api_key: key,
        dashboard,
        ...place.warning,
        ...(!isConfirmed && { directory: UNCONFIRMED }),
      },
      [
        `Created tenant ${slug}.`,
        ...place.lines,
        `API key (shown only once): ${key}`,
        `Dashboard sign-in (shown only once): ${dashboard.username} ${password}`,
      ],
    )
    return undefined
  })
}

/** Without a host suffix no request reaches a tenant other than `default`. */
function describePlace({ http }: CommandSession, slug: string) {
  if (http.hostSuffix !== null) {
    const url = tenantUrl({ http }, slug)
    return { url, lines: [`URL: ${url} (API: ${url}api)`] }
  }
  const local = tenantUrl({ http: { ...http, hostSuffix: 'localhost', publicUrl: null } }, slug)
  const warning = `SERVICE_ACP_HOST is not set, so every URL belongs to the tenant "default", and this tenant cannot be reached. Set SERVICE_ACP_HOST to the domain of the tenants, such as tasks.example.com, and restart the service. On this computer: SERVICE_ACP_HOST=localhost makes it ${local}`
  return { url: null, warning: { warning }, lines: [`Warning: ${warning}`] }
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
  // An empty text would parse as 0, and 0 revokes the old key immediately.
  const hours = text === '' ? Number.NaN : Number(text)
  if (!(hours >= 0 && hours <= 24 * 30)) {
    throw new CommandError('usage', '--overlap must be a number of hours from 0 to 720.')
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
        `New API key (shown only once): ${key}`,
        overlapping.length > 0
          ? `The previous key stays valid for another ${hours} h.`
          : 'All previous keys of this tenant are revoked.',
        ...(slug === 'default'
          ? ['SERVICE_ACP_API_KEY also grants access to this tenant. Change it in the environment.']
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
        `Tenant "${slug}" is being deleted. Finish the deletion with: task-service tenant delete ${slug} --confirm ${slug}`,
      )
    }
    refuseMoving(tenant)
    await session.inTenant(tenant, (ctx) => setTenantStatus(ctx, status))
    output.result({ slug, status }, `Tenant ${slug} is ${status}.`)
    return undefined
  })
}

/** Both would interfere with the move, which deletes what is left here when it is over. */
function refuseMoving({ slug, status }: TenantRow): void {
  if (status !== 'moving' && status !== 'moved') return
  throw new CommandError(
    'not_found',
    status === 'moved'
      ? `Tenant "${slug}" was moved to another cell. To delete what is left here, run: task-service tenant move ${slug} --purge`
      : `Tenant "${slug}" is being moved to another cell. Finish the move, or undo it with: task-service tenant move ${slug} --undo`,
  )
}

const DELETE_STEP = 5_000
const NO_BUCKET =
  'Attachments of this tenant are in a bucket, and SERVICE_ACP_BUCKET is not set. Set it as for the service, then run the command again.'
/** Within this time every process sees that the tenant is being deleted. */
const NOTICE_MS = 1_000
/** Timeouts end statements and idle transactions sooner than this. */
const LONGEST_TRANSACTION_MS = 60_000

/** Requests admitted before the status change may still be writing, and their rows must be deleted too. */
async function waitForOlderTransactions(session: CommandSession): Promise<void> {
  await sleep(NOTICE_MS)
  const noticed = new Date()
  while (
    (await countOlderWork(session.db.owner, noticed)) > 0 &&
    Date.now() < noticed.getTime() + LONGEST_TRANSACTION_MS
  ) {
    await sleep(100)
  }
}

export async function tenantDelete(output: Output, options: Options, [slug = '']: string[]) {
  if (options['confirm'] !== slug) {
    throw new CommandError(
      'usage',
      `This permanently deletes tenant "${slug}" and all its data. To confirm, add: --confirm ${slug}`,
    )
  }
  if (slug === 'default') {
    throw new CommandError(
      'usage',
      'The default tenant cannot be deleted because SERVICE_ACP_API_KEY belongs to it. Suspend it, or delete its tasks.',
    )
  }
  return withCommandSession(async (session) => {
    if (!(await findTenant(session.db.auth, slug)) && (await releaseDeleted(session, slug))) {
      output.result({ slug, deleted_rows: 0, tables: {} }, `Released the ID ${slug}.`)
      return undefined
    }
    const tenant = await session.getTenant(slug)
    refuseMoving(tenant)
    if (tenant.status === 'deleting') output.note(`Resuming the deletion of ${slug}.`)
    // From here on its requests are rejected, so nothing is written while rows are deleted.
    await session.inTenant(tenant, (ctx) => setTenantStatus(ctx, 'deleting'))
    await waitForOlderTransactions(session)
    const tables: Record<string, number> = {}
    let total = 0
    const files = openFileRemover(session)
    const steps = deleteTenant({
      tenantId: tenant.id,
      removeFile: async (id) => {
        if (!files.remove) throw new CommandError('usage', NO_BUCKET)
        await files.remove(tenant.id, id)
      },
      inTenant: (work) => session.db.tenantTx(tenant.id, work),
      owner: session.db.owner,
      stepSize: DELETE_STEP,
    })
    let shown = ''
    try {
      for await (const step of steps) {
        tables[step.table] = step.deleted
        total = step.total
        // The last step of a table deletes nothing, and neither do steps that only unlink tasks.
        const line = describeProgress(step)
        if (line !== shown) output.note(line)
        shown = line
      }
    } finally {
      await files.close()
    }
    if ((await releaseAfterDelete(session, tenant)) === false) output.note(UNRELEASED)
    output.result({ slug, deleted_rows: total, tables }, `Deleted tenant ${slug} (${total} rows).`)
    return undefined
  })
}

function describeProgress(step: DeletionProgress): string {
  const isMore = step.estimate >= COUNT_LIMIT
  const estimate = isMore ? `at least ${COUNT_LIMIT}` : `about ${step.estimate}`
  return `${step.table}: deleted ${step.deleted} of ${estimate} rows (${step.total} in total)`
}
