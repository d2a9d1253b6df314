// Exports a tenant into one file: one snapshot of all its tables, read in pages, so that memory does not grow with the tenant.
import { VERSION } from '#app/version.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { PassphraseKey } from '#crypto/transfer/passphrase-key.ts'
import { listMigrations } from '#db/schema-version.ts'
import { sql } from '#db/sql.ts'
import { type TenantSnapshot, withTenantSnapshot } from '#db/transfer/tenant-snapshot.ts'
import { type SecretLines, sealSecrets } from './carried-secrets.ts'
import { writeExport } from './export-file.ts'
import { type ExportHeader, FORMAT, FORMAT_VERSION, type Section } from './export-header.ts'

export type ExportOptions = {
  databaseUrl: string
  rolePrefix: string
  tenantId: string
  file: string
  /** Without it, secrets are left out. */
  secrets?: { keyring: Keyring; key: PassphraseKey }
  onProgress: (progress: TransferProgress) => void
}

export type TransferProgress = { table: string; done: number; total: number }

const PAGE_ROWS = 200
const PAGE_LARGE_ROWS = 4

export async function exportTenant(options: ExportOptions): Promise<ExportHeader> {
  return withTenantSnapshot(options, async (snapshot) => {
    const secrets = options.secrets && (await readSecrets(snapshot, options.secrets))
    const header = await describe(snapshot, secrets)
    await writeExport(options.file, listBlocks(snapshot, header, options, secrets?.lines ?? []))
    return header
  })
}

type Secrets = SecretLines & { key: PassphraseKey }

async function readSecrets(
  { tx }: TenantSnapshot,
  { keyring, key }: NonNullable<ExportOptions['secrets']>,
): Promise<Secrets> {
  return { ...(await sealSecrets({ tx, keyring }, key)), key }
}

async function describe(
  snapshot: TenantSnapshot,
  secrets: Secrets | undefined,
): Promise<ExportHeader> {
  const names = new Map(snapshot.plans.map((plan) => [plan.table, plan.names]))
  const compared = await snapshot.compare()
  const { files, pending, ...again } = await count(snapshot)
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema: listMigrations().length,
    source_version: VERSION,
    exported_at: new Date().toISOString(),
    tenant: await readTenant(snapshot),
    tables: compared.map((table) => ({ ...table, columns: names.get(table.table) ?? [] })),
    create_again: again,
    left_out: await snapshot.countLeftOut(),
    undispatched_events: await snapshot.countUndispatched(),
    pending_deliveries: pending,
    bucket_files: files,
    secrets: secrets
      ? { key: secrets.key.facts, count: secrets.lines.length, unreadable: secrets.unreadable }
      : null,
  }
}

/** In the snapshot: whether it was suspended decides who sends its deliveries. */
async function readTenant({ tx }: TenantSnapshot): Promise<ExportHeader['tenant']> {
  const row = await tx.row<ExportHeader['tenant']>(
    sql`select tenant_id as id, slug, name, status from tenants where ${tx.mine()}`,
  )
  if (!row) throw new Error(`the tenant ${tx.tenantId} was deleted`)
  return row
}

type Counts = ExportHeader['create_again'] & { files: number; pending: number }

async function count({ tx }: TenantSnapshot): Promise<Counts> {
  const [row] = await tx.rows<Counts>(sql`select
    (select count(*)::int from attachments where ${tx.mine()} and in_bucket) as files,
    (select count(*)::int from deliveries where ${tx.mine()} and status in ('pending', 'waiting')) as pending,
    (select count(*)::int from api_keys
      where ${tx.mine()} and revoked_at is null and coalesce(expires_at > now(), true)) as api_keys,
    (select count(*)::int from agent_tokens
      where ${tx.mine()} and revoked_at is null and expires_at > now()) as agent_tokens,
    (select count(*)::int from connectors where ${tx.mine()} and revoked_at is null) as connectors`)
  if (!row) throw new Error('an aggregate returned no row')
  return row
}

async function* listBlocks(
  { plans, read }: TenantSnapshot,
  header: ExportHeader,
  { onProgress }: ExportOptions,
  secrets: readonly string[],
): AsyncGenerator<string[]> {
  yield [JSON.stringify(header)]
  for (const { table, select, hasLargeRows, later } of plans) {
    const total = header.tables.find((one) => one.table === table)?.rows ?? 0
    if (total === 0) continue
    yield [sectionLine({ table, part: 'rows' })]
    let done = 0
    for await (const lines of read(select, hasLargeRows ? PAGE_LARGE_ROWS : PAGE_ROWS)) {
      yield lines
      done += lines.length
      onProgress({ table, done, total })
    }
    if (!later) continue
    yield [sectionLine({ table, part: 'later' })]
    yield* read(later.select, PAGE_ROWS)
  }
  yield [sectionLine({ part: 'secrets' }), ...secrets]
}

const sectionLine = (section: Section): string => JSON.stringify(section)
