// Deleting an attachment: its content goes with it, in the same transaction.
import type { Context } from '#db/context.ts'
import { deleteAttachment } from '../store.ts'
import { announce } from './announce.ts'
import { getRow } from './read-files.ts'

export async function removeFile(
  ctx: Context,
  params: { task: string; attachment: string },
): Promise<void> {
  const row = await getRow(ctx, params, { lock: true })
  await Promise.all([deleteAttachment(ctx.tx, row), announce(ctx, 'attachment.deleted', row)])
}
