// `/healthz` and `/readyz` for the platform: no key, no detail in the body.
import type { FastifyInstance } from 'fastify'

export type Readiness = () => Promise<boolean>

/** The answer is shared for a second, so that asking often costs the database nothing. */
const SHARED_MS = 1_000

export function addHealth(app: FastifyInstance, isReady: Readiness): void {
  let answer: Promise<boolean> = Promise.resolve(false)
  let askedAt = Number.NEGATIVE_INFINITY
  app.get('/healthz', async (_request, reply) => reply.code(200).send({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const now = performance.now()
    if (now - askedAt > SHARED_MS) {
      askedAt = now
      answer = isReady().catch(() => false)
    }
    const ready = await answer
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not_ready' })
  })
}
