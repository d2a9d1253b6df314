// Creating, changing, pausing, resuming and deleting schedules.
import { isDeepStrictEqual } from 'node:util'
import type {
  FieldChange,
  Schedule,
  ScheduleChange,
  ScheduleCreate,
  ScheduleRule,
  ScheduleRuleInput,
} from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { findTemplate } from '#domains/templates/index.ts'
import { getSettings, timeZoneUnknown } from '#domains/tenants/index.ts'
import { actorText } from '#lib/actor.ts'
import { decodeId } from '#lib/ids.ts'
import { isTimeZone } from '#lib/time/local-time.ts'
import { timeOfUuid, uuidv7 } from '#lib/uuid.ts'
import { scheduleLimitReached, templateInvalid } from '../errors.ts'
import type { ScheduleEventType } from '../events.ts'
import { upcoming } from '../occurrences.ts'
import { nextOf } from '../progress.ts'
import { completeRule } from '../rule.ts'
import {
  countSchedules,
  deleteSchedule,
  insertSchedule,
  lockCount,
  type ScheduleRow,
  updateSchedule,
} from '../store.ts'
import { type Expected, getRow, lockVersion } from './get-schedule.ts'
import { recordChange } from './record-change.ts'
import { showSchedule } from './show-schedule.ts'

export type ScheduleLimits = {
  /** Of one tenant; null is no limit. */
  maxSchedules: number | null
}

export async function createSchedule(
  ctx: Context,
  input: ScheduleCreate,
  { maxSchedules }: ScheduleLimits,
): Promise<Schedule> {
  const rule = await readRule(ctx, input.rule, '/rule')
  const templateId = await holdTemplate(ctx, input.template_id)
  if (maxSchedules !== null) await refuseTooMany(ctx, maxSchedules)
  const id = uuidv7(ctx.now.getTime())
  const createdAt = timeOfUuid(id)
  const start = { rule, task_count: 0, last_at: null }
  const row: ScheduleRow = {
    ...start,
    id,
    name: input.name,
    template_id: templateId,
    next_at: nextOf(start, ctx.now),
    paused_at: null,
    last_task_id: null,
    last_error: null,
    missed_count: 0,
    version: 1,
    created_by: actorText(ctx.actor),
    created_at: createdAt,
    updated_at: createdAt,
  }
  const schedule = showSchedule(row)
  await insertSchedule(ctx.tx, row)
  await recordChange(ctx, 'schedule.created', id, schedule)
  return schedule
}

async function readRule(
  ctx: Context,
  input: ScheduleRuleInput,
  pointer: string,
): Promise<ScheduleRule> {
  const { time_zone: zone } = input
  if (zone !== undefined && !isTimeZone(zone)) throw timeZoneUnknown(zone, `${pointer}/time_zone`)
  const timeZone = zone ?? (await getSettings(ctx)).time_zone
  return completeRule(input, { now: ctx.now, timeZone, pointer })
}

/** It cannot be deleted until the schedule that uses it is stored. */
async function holdTemplate(ctx: Context, templateId: string): Promise<string> {
  const id = decodeId('template', templateId)
  const row = id && (await findTemplate(ctx.tx, id, { lock: 'share' }))
  if (!row) throw templateInvalid()
  return row.id
}

async function refuseTooMany({ tx }: Context, most: number): Promise<void> {
  await lockCount(tx)
  if ((await countSchedules(tx, most)) >= most) throw scheduleLimitReached(most)
}

export async function previewRule(ctx: Context, input: ScheduleRuleInput) {
  const rule = await readRule(ctx, input, '')
  const moments = upcoming(rule, ctx.now, rule.count)
  return { rule, upcoming: moments.map((moment) => moment.toISOString()) }
}

/** A new rule applies from now on; what has been is not repeated. */
export async function changeSchedule(
  ctx: Context,
  scheduleId: string,
  change: ScheduleChange,
  expected: Expected,
): Promise<Schedule> {
  const before = await lockVersion(ctx, scheduleId, expected)
  const after: ScheduleRow = {
    ...before,
    ...(change.name !== undefined && { name: change.name }),
    ...(change.template_id !== undefined && {
      template_id: await holdTemplate(ctx, change.template_id),
    }),
    ...(change.rule && { rule: await readRule(ctx, change.rule, '/rule') }),
  }
  // An occurrence that is due is not lost: the worker creates its task, and then follows the new rule.
  const isDue = before.next_at !== null && before.next_at <= ctx.now
  const isMoved = !isDeepStrictEqual(after.rule, before.rule) && after.paused_at === null
  return saveChange(ctx, 'schedule.updated', before, {
    ...after,
    ...(isMoved && !isDue && { next_at: nextOf(after, ctx.now) }),
  })
}

export async function pauseSchedule(ctx: Context, scheduleId: string): Promise<Schedule> {
  const before = await getRow(ctx, scheduleId, { lock: true })
  if (before.paused_at) return showSchedule(before)
  return saveChange(ctx, 'schedule.paused', before, {
    ...before,
    paused_at: ctx.now,
    next_at: null,
  })
}

export async function resumeSchedule(ctx: Context, scheduleId: string): Promise<Schedule> {
  const before = await getRow(ctx, scheduleId, { lock: true })
  if (!before.paused_at) return showSchedule(before)
  const next = nextOf(before, ctx.now)
  return saveChange(ctx, 'schedule.resumed', before, { ...before, paused_at: null, next_at: next })
}

export async function removeSchedule(
  ctx: Context,
  scheduleId: string,
  expected: Expected,
): Promise<void> {
  const row = await lockVersion(ctx, scheduleId, expected)
  await deleteSchedule(ctx.tx, row.id)
  await recordChange(ctx, 'schedule.deleted', row.id, showSchedule(row))
}

const compared = ['name', 'template_id', 'rule', 'state'] as const

async function saveChange(
  ctx: Context,
  type: ScheduleEventType,
  before: ScheduleRow,
  after: ScheduleRow,
): Promise<Schedule> {
  const [was, is] = [showSchedule(before), showSchedule(after)]
  const changes: FieldChange[] = compared
    .filter((field) => !isDeepStrictEqual(was[field], is[field]))
    .map((field) => ({ field, from: was[field], to: is[field] }))
  if (changes.length === 0) return was
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  await updateSchedule(ctx.tx, next)
  const schedule = showSchedule(next)
  await recordChange(ctx, type, before.id, schedule, changes)
  return schedule
}
