// Imports the export of a tenant. The tenant cannot be used until every row is stored and compared; an import that ended before is
// removed like a tenant that is being deleted.

import type { Secret } from '#crypto/secret.ts'
import { openPassphraseKey, type PassphraseKey } from '#crypto/transfer/passphrase-key.ts'
import type { Context } from '#db/context.ts'
import type { RunInTenant } from '#db/database.ts'
import type { Reader } from '#db/reader.ts'
import { listMigrations } from '#db/schema-version.ts'
import { withTenantSnapshot } from '#db/transfer/tenant-snapshot.ts'
import { formatLevel } from '#db/upgrade/migration-header.ts'
import { refuseTaken, setTenantStatus } from '#domains/tenants/index.ts'
import { restoreSecrets } from './carried-secrets.ts'
import { readExport, verifyExport } from './export-file.ts'
import { type ExportHeader, ExportRefused } from './export-header.ts'
import type { TransferProgress } from './export-tenant.ts'
import { importRows } from './import-rows.ts'

export type ImportOptions = {
  databaseUrl: string
  rolePrefix: string
  auth: Reader
  tenantTx: RunInTenant
  inTenant: <T>(
    tenant: { id: string; slug: string },
    work: (ctx: Context) => Promise<T>,
  ) => Promise<T>
  file: string
  /** Undefined keeps that of the export. */
  slug: string | undefined
  passphrase: Secret | undefined
  /** Although the export has some. */
  leavesSecretsOut: boolean
  deliversPending: boolean
  onProgress: (progress: TransferProgress) => void
  /** Creates the tenant under a slug that is unique beyond this installation, too. */
  withSlug: <T>(tenant: { id: string; slug: string }, create: () => Promise<T>) => Promise<T>
}

export type ImportResult = {
  header: ExportHeader
  slug: string
  secretsRestored: number
  /** Webhooks that have a new secret and are disabled. */
  webhooksWithNewSecret: string[]
}

/** What was stored differs from the export. */
export class ImportDiffers extends Error {
  override readonly name = 'ImportDiffers'
}

export async function importTenant(options: ImportOptions): Promise<ImportResult> {
  const header = await verifyExport(options.file)
  refuseUnfit(header, options)
  const key = await openKey(header, options)
  const tenant = { id: header.tenant.id, slug: options.slug ?? header.tenant.slug }
  await refuseTaken(options.auth, tenant)
  const { restored, incomplete } = await options.withSlug(tenant, () =>
    fillTenant(options, header, tenant, key),
  )
  return {
    header,
    slug: tenant.slug,
    secretsRestored: restored,
    webhooksWithNewSecret: incomplete,
  }
}

/** Usable only after the last step. */
async function fillTenant(
  options: ImportOptions,
  header: ExportHeader,
  tenant: { id: string; slug: string },
  key: PassphraseKey | undefined,
) {
  const mode = { deliversPending: options.deliversPending, hasSecrets: key !== undefined }
  const secrets: string[] = []
  for await (const { lines } of readExport(options.file)) {
    const rows = { ...options, header, slug: tenant.slug, mode }
    secrets.push(...(await importRows(rows, lines)))
  }
  const restored = await options.inTenant(tenant, (ctx) => restoreSecrets(ctx, secrets, key))
  await refuseDifferent(header, options)
  await options.inTenant(tenant, (ctx) => setTenantStatus(ctx, 'suspended'))
  return restored
}

function refuseUnfit(header: ExportHeader, { file, deliversPending }: ImportOptions): void {
  const level = listMigrations().length
  if (header.schema !== level) {
    const isOlder = header.schema < level
    throw new ExportRefused(
      `${file} has schema level ${formatLevel(header.schema)} (version ${header.source_version}), and this installation has level ${formatLevel(level)}. Both must have the same: ${isOlder ? 'upgrade the source and export again' : 'upgrade this installation'}.`,
    )
  }
  if (!deliversPending) return
  if (header.tenant.status !== 'suspended') {
    throw new ExportRefused(
      `--deliver-pending would send webhook deliveries twice: the tenant was ${header.tenant.status} when it was exported, so the source sends them, too. Suspend it there and export it again.`,
    )
  }
  if (header.undispatched_events > 0) {
    throw new ExportRefused(
      `--deliver-pending would lose webhook deliveries: ${header.undispatched_events} events had not been dispatched when the export was taken. Wait a few seconds with a worker running at the source, and export again.`,
    )
  }
}

async function openKey(
  { secrets }: ExportHeader,
  { passphrase, leavesSecretsOut }: ImportOptions,
): Promise<PassphraseKey | undefined> {
  if (!secrets || leavesSecretsOut) return undefined
  if (!passphrase) {
    throw new ExportRefused(
      `The export has ${secrets.count} secrets. Add --key-file with the passphrase it was exported with, or --without-secrets to enter them again.`,
    )
  }
  const key = await openPassphraseKey(passphrase, secrets.key)
  if (!key) throw new ExportRefused('--key-file does not have the passphrase of this export.')
  return key
}

async function refuseDifferent(header: ExportHeader, options: ImportOptions): Promise<void> {
  const { databaseUrl, rolePrefix } = options
  const place = { databaseUrl, rolePrefix, tenantId: header.tenant.id }
  const stored = await withTenantSnapshot(place, ({ compare }) => compare())
  const digests = new Map(stored.map(({ table, digest }) => [table, digest]))
  const different = header.tables.filter(({ table, digest }) => digests.get(table) !== digest)
  if (different.length === 0) return
  const counts = different.map(({ table, rows }) => {
    const found = stored.find((one) => one.table === table)?.rows ?? 0
    return `${table} (${found} of ${rows} rows)`
  })
  throw new ImportDiffers(
    `What was imported differs from the export: ${counts.join(', ')}. The tenant is not usable. If rows are missing, the retention of this installation may be shorter than that of the source and have deleted them.`,
  )
}
