// Options and output of exports of a tenant: from the running installation and from a restored backup.
import { readFileSync } from 'node:fs'
import type { ExportHeader } from '#app/tenant-transfer/export-header.ts'
import type { TransferProgress } from '#app/tenant-transfer/export-tenant.ts'
import { Secret } from '#crypto/secret.ts'
import { encodeId } from '#lib/ids.ts'
import { CommandError } from '../exit-codes.ts'
import type { Output } from '../output.ts'

type Options = Record<string, unknown>

/** Guessing is limited by nothing but the costs of each try. */
const MIN_PASSPHRASE = 16
const NOTE_EVERY_MS = 1_000

/** Undefined without --with-secrets. */
export function readExportPassphrase(options: Options): Secret | undefined {
  const passphrase = readPassphrase(options)
  if ((options['withSecrets'] === true) === (passphrase !== undefined)) return passphrase
  throw new CommandError(
    'usage',
    'Use --with-secrets and --key-file together: secrets are only exported encrypted.',
  )
}

/** From a file, because arguments are visible to other users of the machine. */
export function readPassphrase({ keyFile }: Options): Secret | undefined {
  if (typeof keyFile !== 'string') return undefined
  let text: string
  try {
    text = readFileSync(keyFile, 'utf8').trim()
  } catch (error) {
    throw new CommandError('usage', `Cannot read --key-file: ${(error as Error).message}`) // of node:fs
  }
  if (text.length < MIN_PASSPHRASE) {
    throw new CommandError(
      'usage',
      `The passphrase in ${keyFile} is too short: ${text.length} characters, minimum ${MIN_PASSPHRASE}. Create one with: openssl rand -base64 32`,
    )
  }
  return Secret.from(text)
}

export function explainFile(error: unknown, out: string): unknown {
  const { code = '', message } = error as NodeJS.ErrnoException // of node:fs, or another error
  if (code === 'EEXIST') {
    return new CommandError(
      'usage',
      `${out} already exists and is not overwritten. Choose another file.`,
    )
  }
  const isOfFile = ['ENOENT', 'EACCES', 'EISDIR', 'ENOTDIR', 'EROFS', 'ENOSPC'].includes(code)
  return isOfFile ? new CommandError('usage', `Cannot write ${out}: ${message}`) : error
}

/** At most one line a second, and the last of each table. */
export function showProgress(output: Output, verb: string) {
  let notedAt = performance.now()
  return ({ table, done, total }: TransferProgress): void => {
    if (done < total && performance.now() - notedAt < NOTE_EVERY_MS) return
    notedAt = performance.now()
    output.note(`${table}: ${verb} ${done} of ${total} rows`)
  }
}

export const rowsOf = ({ tables }: ExportHeader) => tables.reduce((sum, { rows }) => sum + rows, 0)

export function describeExport(header: ExportHeader) {
  const { tenant, tables, secrets, format: _, version: __, ...facts } = header
  return {
    id: encodeId('tenant', tenant.id),
    slug: tenant.slug,
    status: tenant.status,
    rows: rowsOf(header),
    ...facts,
    tables: tables.map(({ table, rows, digest }) => ({ table, rows, digest })),
    secrets: secrets && { exported: secrets.count, unreadable: secrets.unreadable },
  }
}

export function listExported(out: string, header: ExportHeader): string[] {
  const { tenant, secrets, pending_deliveries: pending } = header
  return [
    `Exported tenant ${tenant.slug} to ${out} (${rowsOf(header)} rows).`,
    secrets
      ? `Secrets: ${secrets.count}, encrypted with the passphrase${secrets.unreadable > 0 ? `; ${secrets.unreadable} cannot be decrypted and are left out` : ''}.`
      : 'Secrets are left out: credentials must be entered again, and webhooks get new secrets. To include them: --with-secrets --key-file <file>',
    ...listLeftBehind(header),
    ...(tenant.status === 'suspended'
      ? []
      : [
          `The tenant is ${tenant.status}: what changes from now on is not in the file. To move it, suspend it first: task-service tenant suspend ${tenant.slug}`,
        ]),
    ...(pending > 0
      ? [
          `Pending webhook deliveries: ${pending}. The import cancels them unless it has --deliver-pending.`,
        ]
      : []),
  ]
}

export function listLeftBehind({
  create_again: again,
  bucket_files: files,
}: ExportHeader): string[] {
  const { api_keys: keys, agent_tokens: tokens, connectors } = again
  return [
    `Not in the file, because they are valid only in the installation that created them: ${keys} API keys, ${tokens} agent tokens, the enrollment of ${connectors} connectors, sessions and links.`,
    ...(files > 0
      ? [
          `The content of ${files} files is in the bucket and not in the file. Copy the objects of this tenant.`,
        ]
      : []),
  ]
}
