// What a tenant decides for itself.
import type { FieldChange, Settings, SettingsChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { recordAudit } from '#domains/audit/index.ts'
import { isTimeZone } from '#lib/time/local-time.ts'
import { settingsMoved, timeZoneUnknown } from '../errors.ts'
import { readSettingsRow, type SettingsRow, updateSettings } from '../store.ts'

async function getRow(
  ctx: Pick<Context, 'tx'>,
  options: { lock?: boolean } = {},
): Promise<SettingsRow> {
  const row = await readSettingsRow(ctx.tx, options)
  if (!row) throw new Error(`the tenant ${ctx.tx.tenantId} went away while it was asked`)
  return row
}

function toSettings({ settings_version: version, changed_at: at, ...settings }: SettingsRow) {
  return { ...settings, version, updated_at: at.toISOString() }
}

export async function getSettings(ctx: Pick<Context, 'tx'>): Promise<Settings> {
  return toSettings(await getRow(ctx))
}

const fields = ['name', 'time_zone', 'language', 'week_start'] as const

export async function changeSettings(
  ctx: Context,
  change: SettingsChange,
  expected: { version?: number },
): Promise<Settings> {
  const { time_zone: zone } = change
  if (zone !== undefined && !isTimeZone(zone)) throw timeZoneUnknown(zone)
  const before = await getRow(ctx, { lock: true })
  const { settings_version: version } = before
  if (expected.version !== undefined && expected.version !== version) throw settingsMoved(version)
  const after = { ...before, ...change, settings_version: version + 1, changed_at: ctx.now }
  const changes: FieldChange[] = fields
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  if (changes.length === 0) return toSettings(before)
  await Promise.all([
    updateSettings(ctx.tx, after),
    recordAudit(ctx, [{ action: 'tenant.settings_changed', subjectId: ctx.tenant.id, changes }]),
  ])
  return toSettings(after)
}
