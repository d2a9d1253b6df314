// `restore --drill --export-tenant`: one tenant of a restored backup as a file that `tenant import` brings back into the running
// installation.
import { resolve } from 'node:path'
import type { ExportHeader } from '#app/tenant-transfer/export-header.ts'
import { exportTenant } from '#app/tenant-transfer/export-tenant.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { Secret } from '#crypto/secret.ts'
import { createPassphraseKey } from '#crypto/transfer/passphrase-key.ts'
import type { Database } from '#db/database.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { CommandError } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import {
  describeExport,
  explainFile,
  listLeftBehind,
  readExportPassphrase,
  rowsOf,
  showProgress,
} from '../tenants/export-output.ts'

type Options = Record<string, unknown>

export type TenantExport = { slug: string; out: string; passphrase: Secret | undefined }

export type RestoredCopy = { db: Database; keyring: Keyring; url: string; rolePrefix: string }

export type Exported = {
  header: ExportHeader
  file: string
  result: ReturnType<typeof describeExport> & { file: string }
}

export function readTenantExport(options: Options): TenantExport | undefined {
  const { exportTenant: slug, out, withSecrets, keyFile } = options
  if (typeof slug === 'string' && typeof out === 'string') {
    return { slug, out, passphrase: readExportPassphrase(options) }
  }
  if ([slug, out, withSecrets, keyFile].every((value) => value === undefined)) return undefined
  throw new CommandError(
    'usage',
    'Use --export-tenant <id> and --out <file> together, and --with-secrets and --key-file with them.',
  )
}

export async function exportRestored(
  { db, keyring, url, rolePrefix }: RestoredCopy,
  { slug, out, passphrase }: TenantExport,
  output: Output,
): Promise<Exported> {
  const row = await findTenant(db.auth, slug)
  if (!row || row.status === 'deleting') {
    throw new CommandError(
      'not_found',
      `The backup has no tenant "${slug}" at that moment. Use --to with a time at which it existed.`,
    )
  }
  const header = await exportTenant({
    databaseUrl: url,
    rolePrefix,
    tenantId: row.tenant_id,
    file: resolve(out),
    ...(passphrase && { secrets: { keyring, key: await createPassphraseKey(passphrase) } }),
    onProgress: showProgress(output, 'exported'),
  }).catch((error: unknown) => {
    throw explainFile(error, out)
  })
  return { header, file: out, result: { file: resolve(out), ...describeExport(header) } }
}

export function listRestored({ header, file }: Exported): string[] {
  const { tenant, secrets } = header
  return [
    `Exported tenant ${tenant.slug} of the backup to ${file} (${rowsOf(header)} rows).`,
    secrets
      ? `Secrets: ${secrets.count}, encrypted with the passphrase.`
      : 'Secrets are left out: credentials must be entered again, and webhooks get new secrets. To include them: --with-secrets --key-file <file>',
    ...listLeftBehind(header),
    'Next, with the running installation:',
    `  task-service tenant delete ${tenant.slug} --confirm ${tenant.slug}   # if it still exists`,
    `  task-service tenant import ${file}${secrets ? ' --key-file <file>' : ''}`,
  ]
}
