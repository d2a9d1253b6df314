// `tenant export` and `tenant import`: a whole tenant as one file, for another installation.
import { resolve } from 'node:path'
import { openKeyring } from '#app/keyring.ts'
import { exportTenant } from '#app/tenant-transfer/export-tenant.ts'
import { type ImportResult, importTenant } from '#app/tenant-transfer/import-tenant.ts'
import { loadConfig } from '#config/load.ts'
import type { Keyring } from '#crypto/keyring.ts'
import { createPassphraseKey } from '#crypto/transfer/passphrase-key.ts'
import { readInstance } from '#domains/keys/index.ts'
import { findTenant } from '#domains/tenants/index.ts'
import { admitMasterKey } from '#domains/vault/index.ts'
import { encodeId } from '#lib/ids.ts'
import { type CommandSession, withCommandSession } from '../command-session.ts'
import { CommandError } from '../exit-codes.ts'
import { createWithClaim, UNCONFIRMED } from '../fleet/slug-claim.ts'
import type { Output } from '../output.ts'
import {
  describeExport,
  explainFile,
  listExported,
  listLeftBehind,
  readExportPassphrase,
  readPassphrase,
  rowsOf,
  showProgress,
} from './export-output.ts'

type Options = Record<string, unknown>

export async function tenantExport(output: Output, options: Options, [slug = '']: string[]) {
  const out = String(options['out'])
  const passphrase = readExportPassphrase(options)
  return withCommandSession(async (session) => {
    const row = await session.getTenant(slug)
    if (row.status === 'deleting') {
      throw new CommandError('not_found', `Tenant "${slug}" is being deleted or imported.`)
    }
    if (row.status === 'moved') {
      throw new CommandError('not_found', `Tenant "${slug}" was moved. Export it in its new cell.`)
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
    output.result({ file: resolve(out), ...describeExport(header) }, listExported(out, header))
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
