// The audit entry of something done to a webhook.
import type { FieldChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'

type Act =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'secret_rotated'
  | 'tested'
  | 'resent'
  | 'retried'
  | 'recovered'

export async function recordAct(
  ctx: Context,
  webhookId: string,
  act: Act,
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `webhook.${act}`, subjectId: webhookId, changes }])
}
