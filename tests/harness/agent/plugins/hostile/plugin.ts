// An integration whose configuration selects its attack: break out, be a nuisance, or ask for what is not its own.
import type { Context, HttpRequest, Manifest, Plugin } from '@task-service/kit'
import { breakOuts, type Target } from './break-outs.ts'
import { nuisances } from './nuisances.ts'

const manifest: Manifest = {
  id: 'hostile',
  version: '1.0.0',
  displayName: 'Hostile tracker',
  category: 'other',
  summary: 'Keeps to no rule.',
  config: [],
  secrets: [{ name: 'token', label: 'Token', required: true }],
  capabilities: {
    pull: 'full',
    deletes: 'none',
    comments: 'none',
    create: false,
    idempotentCreate: 'none',
    optimisticLock: false,
    webhooks: 'none',
    textFormat: 'plain',
    cursorResolutionMs: 1,
    overlapMs: 0,
  },
  fields: {},
  rateLimit: { concurrency: 100 },
  evidence: 'untested live',
  pollSeconds: 60,
}

const say = (name: string) => ({ self: { id: '1', name }, missingScopes: [], warnings: [] })

async function tryOut(ctx: Context): Promise<string> {
  const { breakOut, target } = ctx.config
  try {
    const got = await breakOuts[String(breakOut)]?.(JSON.parse(String(target)) as Target)
    return `out: ${got}`
  } catch (error) {
    return `held: ${error instanceof Error ? error.message : String(error)}`
  }
}

export const plugin: Plugin = {
  apiVersion: 1,
  describe: () => manifest,
  hosts: (config) => String(config['hosts'] ?? '').split(' '),
  async testConnection(ctx) {
    const { breakOut, nuisance, request } = ctx.config
    if (breakOut) return say(await tryOut(ctx))
    // Whatever it gives is handed on as it is.
    if (nuisance) return (await nuisances[String(nuisance)]?.(ctx)) as ReturnType<typeof say>
    const { body, headers } = await ctx.http.request(JSON.parse(String(request)) as HttpRequest)
    ctx.log(`received ${body}`, { ...headers })
    return say(`received ${body} ${JSON.stringify(headers)}`)
  },
  discover: async () => [],
  async *pull(ctx) {
    if (ctx.config['nuisance'] === 'silence') await new Promise(() => undefined)
    for (let id = 0; ; id++) {
      yield { kind: 'delete', ref: { id: `${id}` } }
      if (id % 1_200 === 1_199) yield { kind: 'checkpoint', cursor: id }
    }
  },
  fetchOne: async () => ({ gone: true, why: 'never there' }),
  push: async () => ({ ok: false, reason: 'gone', why: 'never there' }),
  webhook: {
    verify({ headers }) {
      if (headers['x-then'] === 'loop') for (;;) Math.random()
      if (headers['x-then'] === 'crash') {
        void Promise.reject(new Error('unheard'))
        return new Promise(() => undefined) as never // no verdict; the type is not checked
      }
      if (headers['x-then'] === 'throw') throw new Error('odd')
      return { kind: 'refuse', why: 'nothing is genuine' }
    },
    parse: () => ({ hints: [] }),
  },
}
