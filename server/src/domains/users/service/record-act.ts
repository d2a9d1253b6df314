// The audit entry of something done to a user. Passwords and links leave none of their text.
import type { FieldChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'

type Act =
  | 'created'
  | 'updated'
  | 'disabled'
  | 'enabled'
  | 'password_changed'
  | 'password_set'
  | 'password_reset'
  | 'reset_link_made'

export async function recordAct(
  ctx: Context,
  userId: string,
  act: Act,
  changes: FieldChange[] = [],
): Promise<void> {
  await recordAudit(ctx, [{ action: `user.${act}`, subjectId: userId, changes }])
}
