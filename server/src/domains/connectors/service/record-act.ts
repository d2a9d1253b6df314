// The audit entry of something done to a connector. Never with a token or a key.
import type { FieldChange } from '@task-service/contract'
import type { WorkContext } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'

type Act =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'token_made'
  | 'revoked'
  | 'key_rotated'
  | 'statement_run'
  | 'job_canceled'
  | 'enrolled'
  | 'frozen'
  | 'resynced'

export async function recordAct(
  ctx: WorkContext,
  connectorId: string,
  act: Act,
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `connector.${act}`, subjectId: connectorId, changes }])
}
