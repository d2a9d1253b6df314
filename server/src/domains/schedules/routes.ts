// Operations on schedules bound to the rules; nothing is parsed or decided here.
import { PAGE_LIMIT_DEFAULT, type Schedule } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { getSchedule, listPage } from './service/get-schedule.ts'
import {
  changeSchedule,
  createSchedule,
  pauseSchedule,
  previewRule,
  removeSchedule,
  resumeSchedule,
  type ScheduleLimits,
} from './service/manage-schedules.ts'

function shown(schedule: Schedule) {
  return { status: 200 as const, body: schedule, headers: etag(schedule) }
}

function etag({ version }: Schedule): { etag: string } {
  return { etag: `"${version}"` }
}

export function createRoutes(limits: ScheduleLimits) {
  return {
    'schedules.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, page) }
    },
    'schedules.create': async (ctx, { body }) => {
      const schedule = await createSchedule(ctx, body, limits)
      const headers = { location: `/api/schedules/${schedule.id}`, ...etag(schedule) }
      return { status: 201, body: schedule, headers }
    },
    'schedules.preview': async (ctx, { body }) => ({
      status: 200,
      body: await previewRule(ctx, body),
    }),
    'schedules.get': async (ctx, { params }) => shown(await getSchedule(ctx, params.schedule)),
    'schedules.change': async (ctx, { params, body, ifMatch }) =>
      shown(await changeSchedule(ctx, params.schedule, body, ifMatch)),
    'schedules.remove': async (ctx, { params, ifMatch }) => {
      await removeSchedule(ctx, params.schedule, ifMatch)
      return { status: 204, body: null }
    },
    'schedules.pause': async (ctx, { params }) => shown(await pauseSchedule(ctx, params.schedule)),
    'schedules.resume': async (ctx, { params }) =>
      shown(await resumeSchedule(ctx, params.schedule)),
  } satisfies Routes
}
