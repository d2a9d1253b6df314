// The secrets of a tenant's webhooks when the tenant is moved: read in the clear for the export, sealed again by the import.
import type { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import type { CustomHeaders } from '../custom-headers.ts'
import {
  makeSecret,
  openSecretOf,
  type SecretField,
  sealHeaders,
  sealWebhookSecret,
} from '../secrets.ts'
import { listWebhooks, replaceSecrets, type WebhookRow } from '../store/webhooks.ts'

type VaultContext = Pick<Context, 'tx' | 'keyring'>

export type CarriedWebhookSecret = {
  webhookId: string
  field: SecretField
  /** Until when an earlier secret signs. */
  until: string | null
  secret: Secret
}

const PAGE = 100
const FIELDS = ['secret', 'previous_secret', 'headers'] as const

/** Those that cannot be opened are counted. */
export async function readWebhookSecrets(
  ctx: VaultContext,
): Promise<{ secrets: CarriedWebhookSecret[]; unreadable: number }> {
  const secrets: CarriedWebhookSecret[] = []
  let unreadable = 0
  for await (const row of walk(ctx)) {
    for (const field of FIELDS) {
      if (row[field] === null) continue
      const secret = await openSecretOf(ctx, row, field)
      const until = field === 'previous_secret' ? row.previous_secret_until : null
      if (secret) {
        secrets.push({ webhookId: row.id, field, until: until?.toISOString() ?? null, secret })
      } else unreadable++
    }
  }
  return { secrets, unreadable }
}

/**
 * A webhook without its secret gets a new one and is disabled, because its receiver would reject what it signs; headers
 * that are missing are removed. Returns the IDs of these webhooks.
 */
export async function restoreWebhookSecrets(
  ctx: VaultContext,
  secrets: readonly CarriedWebhookSecret[],
): Promise<string[]> {
  const byWebhook = Map.groupBy(secrets, ({ webhookId }) => webhookId)
  const incomplete: string[] = []
  for await (const row of walk(ctx)) {
    const own = new Map((byWebhook.get(row.id) ?? []).map((one) => [one.field, one]))
    const current = own.get('secret')
    const previous = own.get('previous_secret')
    const isComplete =
      current !== undefined && (own.has('headers') || row.header_names.length === 0)
    if (!isComplete) incomplete.push(row.id)
    await replaceSecrets(ctx.tx, {
      ...row,
      ...(!isComplete && disabled(row)),
      secret: await sealWebhookSecret(ctx, row.id, 'secret', current?.secret ?? makeSecret()),
      previous_secret:
        previous === undefined
          ? null
          : await sealWebhookSecret(ctx, row.id, 'previous_secret', previous.secret),
      previous_secret_until: previous?.until ? new Date(previous.until) : null,
      headers: await sealHeaders(ctx, row, readHeaders(own.get('headers')?.secret)),
      header_names: own.has('headers') ? row.header_names : [],
    })
  }
  return incomplete
}

const disabled = ({ disabled_reason: reason }: WebhookRow) => ({
  enabled: false,
  disabled_reason: reason ?? ('manual' as const),
})

function readHeaders(secret: Secret | undefined): CustomHeaders {
  return secret ? (JSON.parse(secret.reveal()) as CustomHeaders) : {} // what openSecretOf gave
}

async function* walk(ctx: VaultContext): AsyncGenerator<WebhookRow> {
  for (let after: string | undefined; ; ) {
    const rows = await listWebhooks(ctx.tx, after, PAGE)
    yield* rows
    after = rows.at(-1)?.id
    if (rows.length < PAGE) return
  }
}
