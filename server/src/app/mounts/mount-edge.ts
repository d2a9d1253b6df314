// Mounts the endpoints of connectors: `/edge/…`, where every frame is signed.
import type { FastifyInstance } from 'fastify'
import {
  type Admitted,
  announce,
  createWatch,
  type EdgeSteps,
  poll,
  takeChunk,
  takeResult,
  takeResults,
} from '#domains/edge/index.ts'
import {
  admitFrame,
  enroll,
  findSessionKey,
  giveChallenge,
  openSession,
  rotateKey,
  type SessionKey,
} from '#domains/edge-sessions/index.ts'
import { refuseMoved } from '#domains/keys/index.ts'
import { findTenant, isServed } from '#domains/tenants/index.ts'
import type { AdmissionController } from '#http/admission/admission-controller.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { bindEdge, type EdgeServices, type Visit } from '#http/edge/edge.ts'
import { failedKeyLimiter } from '#http/rate-limit.ts'
import { Problem } from '#lib/problem.ts'
import { observeGauge } from '#observe/metrics.ts'
import type { ApiOptions } from '../api-options.ts'

export async function mountEdge(
  app: FastifyInstance,
  options: ApiOptions,
  admission: AdmissionController,
  readBody: ReadBody,
): Promise<void> {
  const services = { ...edgeServices(options, admission), readBody }
  await app.register(async (edge) => bindEdge(edge, services), { prefix: '/edge' })
}

function edgeServices(
  options: ApiOptions,
  admission: AdmissionController,
): Omit<EdgeServices<Admitted, SessionKey>, 'readBody'> {
  const { config, instance } = options
  const watch = createWatch()
  observeGauge('task_service.edge.waiting', 'Long polls of connectors in progress', watch.waiting)
  const found = new WeakMap<Visit, Promise<EdgeSteps>>()
  const steps = (visit: Visit) => {
    const known = found.get(visit) ?? stepsOf(options, visit)
    found.set(visit, known)
    return known
  }
  const secrets = { pepper: instance.pepper }
  return {
    hostSuffix: config.http.hostSuffix,
    failed: failedKeyLimiter(config.limits.failedKeysPerMinute),
    release: (reply) => admission.release(reply.raw),
    stop: watch.stop,
    enroll: async (visit, body) => enroll(await steps(visit), body),
    challenge: async (visit, body) => giveChallenge(await steps(visit), secrets, body),
    session: async (visit, body) => openSession(await steps(visit), secrets, body),
    checkTenant: async (visit) => void (await steps(visit)),
    findKey: async (visit, session) => findSessionKey(await steps(visit), session),
    admit: async (visit, key, frame, signature) =>
      admitFrame(await steps(visit), key, frame, signature),
    announce: async (visit, admitted, body) => announce(await steps(visit), admitted, body),
    poll: async (visit, admitted, body) =>
      poll(await steps(visit), admitted, body, { watch, signal: visit.signal }),
    rotate: async (visit, admitted, body) => rotateKey(await steps(visit), admitted, body),
    chunk: async (visit, admitted, chunk) => takeChunk(await steps(visit), admitted, chunk),
    result: async (visit, admitted, job, body) =>
      takeResult(await steps(visit), admitted, job, body),
    results: async (visit, admitted, body) => takeResults(await steps(visit), admitted, body),
  }
}

/** No tenant and a suspended one look the same from outside, and like everything else that is refused. */
async function stepsOf({ db, keyring }: ApiOptions, visit: Visit): Promise<EdgeSteps> {
  const tenant = await findTenant(db.auth, visit.slug)
  if (!tenant || !isServed(tenant)) {
    throw new Problem('edge_refused', undefined, { cause: new Error('no tenant') })
  }
  await refuseMoved(db.auth, tenant)
  const { tenant_id: tenantId } = tenant
  const actor = { kind: 'system', id: 'edge' } as const
  const known = { actor, requestId: visit.requestId, keyring }
  return {
    tenantId,
    read: (work) => db.tenantRead(tenantId, (tx) => work({ ...known, tx, now: new Date() })),
    write: (work) => db.tenantTx(tenantId, (tx) => work({ ...known, tx, now: new Date() })),
  }
}
