// Audit entries of integrations. They never contain a secret, only the names of a credential's fields.
import type { FieldChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'

type Act =
  | 'created'
  | 'updated'
  | 'deleted'
  | 'credential_set'
  | 'checked'
  | 'webhook_registered'
  | 'webhook_unregistered'

export async function recordAct(
  ctx: Context,
  integrationId: string,
  act: Act,
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `integration.${act}`, subjectId: integrationId, changes }])
}
