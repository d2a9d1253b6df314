// SQL of the webhook that a vendor sends its messages to us by, in the row of its integration.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type WebhookNote = {
  webhook: { id: string; expiresAt?: string } | null
  webhook_renew_at: Date | null
  version: number
  updated_at: Date
}

export async function saveWebhook(tx: Tx, id: string, row: WebhookNote): Promise<void> {
  await tx.rows(sql`
    update integrations set webhook = ${row.webhook && JSON.stringify(row.webhook)}, webhook_renew_at = ${row.webhook_renew_at},
      version = ${row.version}, updated_at = ${row.updated_at}
    where ${tx.mine()} and id = ${id}`)
}
