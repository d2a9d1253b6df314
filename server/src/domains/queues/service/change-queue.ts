// Changing the settings of a queue; tasks that are queued already keep their turns.
import type { FieldChange, QueueChange, QueueState } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { versionMismatch } from '../errors.ts'
import { findSettings, lockSettings, measureQueues, saveSettings } from '../store.ts'
import { defaultSettings, toQueue } from './get-queue.ts'

const fields = ['description', 'aging_seconds', 'target_seconds'] as const

export async function changeQueue(
  ctx: Context,
  name: string,
  change: QueueChange,
  expected: { version?: number },
): Promise<QueueState> {
  await lockSettings(ctx.tx, name)
  const before = (await findSettings(ctx.tx, name)) ?? defaultSettings(name)
  if (expected.version !== undefined && expected.version !== before.version)
    throw versionMismatch(before.version)
  const after = { ...before, ...change, version: before.version + 1 }
  const changes: FieldChange[] = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  if (changes.length > 0) {
    const named = [{ field: 'name', from: name, to: name }, ...changes]
    await Promise.all([
      saveSettings(ctx.tx, after, ctx.now),
      recordAudit(ctx, [{ action: 'queue.updated', subjectId: ctx.tenant.id, changes: named }]),
    ])
  }
  const [load] = await measureQueues(ctx.tx, [name])
  return toQueue(changes.length > 0 ? after : before, load)
}
