// `/healthz` and `/readyz` for the platform: no key, and no address or error in the body.
import type { FastifyInstance } from 'fastify'
import type { ReplicaStatus } from '#db/replica/replica-options.ts'

export type Readiness = () => Promise<boolean>

export type Health = {
  isReady: Readiness
  /** Neither changes readiness: without confirmed commits there are reads, and without a replica there is the primary. */
  db: { unconfirmedCommits: () => number; replica: { status: () => ReplicaStatus } | null }
  /** Version and schema level, by which an upgrade sees that a process was replaced. */
  program: { version: string; level: number }
}

export const HEALTH_PATH = '/healthz'
export const READY_PATH = '/readyz'

export function addHealth(app: FastifyInstance, { isReady, db, program }: Health): void {
  app.get(HEALTH_PATH, async (_request, reply) => reply.code(200).send({ status: 'ok' }))
  app.get(READY_PATH, async (_request, reply) => {
    const ready = await isReady().catch(() => false)
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not_ready',
      ...program,
      ...(db.unconfirmedCommits() > 0 && { writes: 'unconfirmed' }),
      ...(db.replica && { replica: describe(db.replica.status()) }),
    })
  })
}

/** Without the error, which can contain addresses. */
function describe(status: ReplicaStatus): string {
  return status.state === 'in_use' ? status.state : `${status.state}: ${status.reason}`
}
