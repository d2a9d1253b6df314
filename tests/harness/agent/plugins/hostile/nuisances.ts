// What an integration could do to the host by what it says, takes and leaves undone.
import type { Context } from '@task-service/kit'

export type Nuisance = (ctx: Context) => unknown

/** Reaches up to 8 GB, which no limit of ours allows. */
const MANY = 8_192

export const nuisances: Record<string, Nuisance> = {
  'a loop without end': () => {
    for (;;) Math.random()
  },
  'an answer that never comes': () => new Promise(() => undefined),
  'objects without end': () => {
    const kept: unknown[] = []
    for (;;) kept.push({ more: kept.length, and: [kept.length] })
  },
  'buffers without end': async () => {
    const kept: Uint8Array[] = []
    for (let count = 0; count < MANY; count++) {
      kept.push(new Uint8Array(2 ** 20).fill(1))
      await Promise.resolve()
    }
    return kept.length
  },
  'a giant answer': () => 'x'.repeat(30 * 2 ** 20),
  'an unhandled rejection': () => {
    void Promise.reject(new Error('unheard'))
    return new Promise(() => undefined)
  },
  'a log without end': (ctx) => {
    for (let line = 0; line < 5_000; line++) ctx.log(`line ${line}`)
  },
  null: () => {
    throw null
  },
  nothing: () => {
    throw undefined
  },
  'a symbol': () => {
    throw Symbol('odd')
  },
  'an object that cannot be looked at': () => {
    throw new Proxy(new Error('odd'), {
      get() {
        throw new Error('hands off')
      },
    })
  },
  'a failure of a kind that is none': () => {
    const failure = { name: 'Failure', kind: 'party', facts: { retryAfterMs: -1, fix: 7 } }
    throw Object.assign(new Error('odd'), failure)
  },
  'a circle': () => {
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    return circle
  },
  'a number that JSON does not know': () => 10n,
  'another form': () => ({ self: 'me' }),
  'a text that is far too long': () => ({
    self: { id: 'x'.repeat(5_000), name: '' },
    missingScopes: [],
    warnings: [],
  }),
}
