// An integration that ignores the end of its calls: it logs after its response, and continues a pull that was aborted.
import type { Context } from '@task-service/kit'
import { plugin as honest } from '../honest/plugin.ts'

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export const plugin = {
  ...honest,
  testConnection: async (ctx: Context) => {
    const name = String(ctx.config['name'])
    setTimeout(() => {
      ctx.log(`late line of ${name}`)
      console.log(`late print of ${name}`)
    }, 300)
    return { self: { id: name, name }, missingScopes: [], warnings: [] }
  },
  fetchOne: async () => {
    await sleep(1_500)
    return { gone: true, why: 'it was deleted' }
  },
  async *pull() {
    try {
      yield { kind: 'checkpoint', cursor: 1 }
      await sleep(200)
      yield { kind: 'checkpoint', cursor: 2 }
    } finally {
      await sleep(3_000)
    }
  },
}
