// Opens every secret of a tenant's webhooks and counts those that open: a restore drill compares it with what is stored.
import type { Context } from '#db/context.ts'
import { countReadable } from '../secrets.ts'
import { listWebhooks } from '../store/webhooks.ts'

const PAGE = 100

export async function openEveryWebhookSecret(
  ctx: Pick<Context, 'tx' | 'keyring'>,
): Promise<number> {
  let opened = 0
  for (let after: string | undefined; ; ) {
    const rows = await listWebhooks(ctx.tx, after, PAGE)
    for (const row of rows) opened += await countReadable(ctx, row)
    after = rows.at(-1)?.id
    if (rows.length < PAGE) return opened
  }
}
