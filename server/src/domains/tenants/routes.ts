// Operations on the tenant itself bound to the rules; nothing is parsed or decided here.
import type { Settings } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import { changeSettings, getSettings } from './service/settings.ts'

function answer(settings: Settings) {
  return { status: 200 as const, body: settings, headers: { etag: `"${settings.version}"` } }
}

export const routes = {
  'settings.get': async (ctx) => answer(await getSettings(ctx)),
  'settings.change': async (ctx, { body, ifMatch }) =>
    answer(await changeSettings(ctx, body, ifMatch)),
} satisfies Routes
