// `tenant export` and `tenant import`: a whole tenant as one file, for another installation.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { openKeyring } from '#app/keyring.ts'
import type { ExportHeader } from '#app/tenant-transfer/export-header.ts'
import { exportTenant, type TransferProgress } from '#app/tenant-transfer/export-tenant.ts'
import { type ImportResult, importTenant } from '#app/tenant-transfer/import-tenant.ts'
import { loadConfig } from '#config/load.ts'
import type { Keyring } from '#crypto/keyring.ts'
import { Secret } from '#crypto/secret.ts'
import { createPassphraseKey } from '#crypto/transfer/passphrase-key.ts'
import { readInstance } from '#domains/keys/index.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { admitMasterKey } from '#domains/vault/index.ts'
import { encodeId } from '#lib/ids.ts'
import { type CommandSession, withCommandSession } from '../command-session.ts'
import { CommandError } from '../exit-codes.ts'
import { createWithClaim, UNCONFIRMED } from '../fleet/slug-claim.ts'
import type { Output } from '../output.ts'

type Options = Record<string, unknown>

/** Guessing is limited by nothing but the costs of each try. */
const MIN_PASSPHRASE = 16
const NOTE_EVERY_MS = 1_000

export async function tenantExport(output: Output, options: Options, [slug = '']: string[]) {
  const out = String(options['out'])
  const passphrase = readPassphrase(options)
  if ((options['withSecrets'] === true) !== (passphrase !== undefined)) {
    throw new CommandError(
      'usage',
      'Use --with-secrets and --key-file together: secrets are only exported encrypted.',
    )
  }
  return withCommandSession(async (session) => {
    const row = await session.getTenant(slug)
    if (row.status === 'deleting') {
      throw new CommandError('not_found', `Tenant "${slug}" is being deleted or imported.`)
    }
    const secrets = passphrase && {
      keyring: await openMaster(session),
      key: await createPassphraseKey(passphrase),
    }
    const header = await exportTenant({
      ...place(),
      tenantId: row.id,
      file: resolve(out),
      ...(secrets && { secrets }),
      onProgress: showProgress(output, 'exported'),
    }).catch((error: unknown) => {
      throw explainFile(error, out)
    })
    output.result({ file: resolve(out), ...describe(header) }, listExported(out, header))
    return undefined
  })
}

export async function tenantImport(output: Output, options: Options, [file = '']: string[]) {
  const { slug } = options
  const passphrase = readPassphrase(options)
  return withCommandSession(async (session) => {
    const keyring = await openMaster(session)
    let isConfirmed = true
    const result = await importTenant({
      ...place(),
      ...session.db,
      inTenant: (tenant, work) => session.inTenant(tenant, (ctx) => work({ ...ctx, keyring })),
      file,
      slug: typeof slug === 'string' ? slug : undefined,
      passphrase,
      leavesSecretsOut: options['withoutSecrets'] === true,
      deliversPending: options['deliverPending'] === true,
      onProgress: showProgress(output, 'imported'),
      async withSlug(tenant, create) {
        const isLeft = async () => (await findTenant(session.db.auth, tenant.slug)) !== undefined
        const claimed = await createWithClaim(session, tenant, create, isLeft)
        isConfirmed = claimed.isConfirmed
        return claimed.created
      },
    })
    const delivers = options['deliverPending'] === true
    if (!isConfirmed) output.note(UNCONFIRMED)
    output.result(describeImport(result, delivers), listImported(result, delivers))
    return undefined
  })
}

function place() {
  const { database } = loadConfig({ needs: ['database'] })
  return { databaseUrl: database.url.reveal(), rolePrefix: database.rolePrefix }
}

/** Admits the first master key of an installation that was not started yet, as its start would. */
async function openMaster({ db }: CommandSession): Promise<Keyring> {
  const { keys } = loadConfig({ needs: ['database', 'master'] })
  const keyring = openKeyring(keys, await readInstance(db.auth))
  await admitMasterKey(db.owner, keyring)
  return keyring
}

/** From a file, because arguments are visible to other users of the machine. */
function readPassphrase({ keyFile }: Options): Secret | undefined {
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

function explainFile(error: unknown, out: string): unknown {
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
function showProgress(output: Output, verb: string) {
  let notedAt = performance.now()
  return ({ table, done, total }: TransferProgress): void => {
    if (done < total && performance.now() - notedAt < NOTE_EVERY_MS) return
    notedAt = performance.now()
    output.note(`${table}: ${verb} ${done} of ${total} rows`)
  }
}

const rowsOf = ({ tables }: ExportHeader) => tables.reduce((sum, { rows }) => sum + rows, 0)

function describe(header: ExportHeader) {
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

function listExported(out: string, header: ExportHeader): string[] {
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

function listLeftBehind({ create_again: again, bucket_files: files }: ExportHeader): string[] {
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

function describeImport({ header, slug, ...result }: ImportResult, delivers: boolean) {
  const pending = header.pending_deliveries
  return {
    id: encodeId('tenant', header.tenant.id),
    slug,
    status: 'suspended',
    rows: rowsOf(header),
    fingerprint_is_equal: true,
    create_again: header.create_again,
    secrets: {
      restored: result.secretsRestored,
      webhooks_with_new_secret: result.webhooksWithNewSecret.map((id) => encodeId('webhook', id)),
    },
    deliveries: { pending: delivers ? pending : 0, canceled: delivers ? 0 : pending },
    bucket_files: header.bucket_files,
    tables: header.tables.map(({ table, rows, digest }) => ({ table, rows, digest })),
  }
}

function listImported(result: ImportResult, delivers: boolean): string[] {
  const { header, slug, secretsRestored, webhooksWithNewSecret: webhooks } = result
  const pending = header.pending_deliveries
  return [
    `Imported tenant ${slug} (${rowsOf(header)} rows). What is stored equals the export.`,
    `Secrets restored: ${secretsRestored}.`,
    ...(webhooks.length > 0
      ? [`Webhooks with a new secret, disabled until their receivers have it: ${webhooks.length}.`]
      : []),
    ...(pending > 0
      ? [`Pending webhook deliveries ${delivers ? 'to send' : 'canceled'}: ${pending}.`]
      : []),
    ...listLeftBehind(header),
    'The tenant is suspended. Next:',
    `  task-service tenant rotate-key ${slug} --overlap 0   # create an API key`,
    `  task-service tenant suspend ${slug} --resume         # start it`,
  ]
}
