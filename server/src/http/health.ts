// `/healthz` and `/readyz` for the platform: no key, no detail in the body.
import type { FastifyInstance } from 'fastify'

export type Readiness = () => Promise<boolean>

export type Health = {
  isReady: Readiness
  /** While there are some, a process can still serve reads, so it stays ready. */
  db: { unconfirmedCommits: () => number }
}

export const HEALTH_PATH = '/healthz'
export const READY_PATH = '/readyz'

export function addHealth(app: FastifyInstance, { isReady, db }: Health): void {
  app.get(HEALTH_PATH, async (_request, reply) => reply.code(200).send({ status: 'ok' }))
  app.get(READY_PATH, async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not_ready',
      ...(db.unconfirmedCommits() > 0 && { writes: 'unconfirmed' }),
    })
  })
}
