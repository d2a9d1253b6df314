// Role api: Fastify with its doors, hooks and every domain's routes. Built here, so that a test can build it too.
import { createHmac } from 'node:crypto'
import type { TaskCreate } from '@task-service/contract'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Config } from '#config/config.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { Database } from '#db/database.ts'
import { claimKey, storeAnswer } from '#db/idempotency.ts'
import { createKeyAuthenticator, type Instance } from '#domains/keys/index.ts'
import { createTaskGroup } from '#domains/tasks/index.ts'
import type { Egress } from '#egress/egress.ts'
import { createEventStreams } from '#events/streams.ts'
import { createAdmission } from '#http/admission/admission.ts'
import type { Gate } from '#http/admission/gate.ts'
import { keyAuthenticator } from '#http/auth-key.ts'
import { answerClientError } from '#http/client-error.ts'
import { bindDownloads } from '#http/download.ts'
import { bindEventStream } from '#http/event-stream.ts'
import { addHealth, type Readiness } from '#http/health.ts'
import { createHttpServer, MAX_HEADER_BYTES } from '#http/http-server.ts'
import { acceptJsonOnly } from '#http/json-body.ts'
import { refuseUnknownRoute, refuseUnknownRoutes } from '#http/not-found.ts'
import { answerProblem } from '#http/problems.ts'
import { failedKeyLimiter, tenantLimiter } from '#http/rate-limit.ts'
import { logRequests } from '#http/request-log.ts'
import { decodablePath } from '#http/request-path.ts'
import { bindRoutes, type RouteServices, type SubmitToGroup } from '#http/route.ts'
import { bindSystemRoutes } from '#http/system-routes.ts'
import { uuidv7 } from '#lib/uuid.ts'
import type { Logger } from '#observe/log.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'
import { createPrechecks, downloads, routes } from './modules.ts'
import { VERSION } from './version.ts'

export type ApiOptions = {
  config: Config<'database' | 'api'>
  db: Database
  instance: Instance
  keyring: Keyring
  /** Requests may ask whether an address could be used; sending is the worker's. */
  egress: Pick<Egress, 'findFault'>
  log: Logger
  isReady: Readiness
}

/** What a client may send to find its request in our log. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

export async function buildApi(options: ApiOptions): Promise<FastifyInstance> {
  const { config, log } = options
  const loggerInstance: FastifyBaseLogger = log
  const isBehindProxy = config.http.trustedProxies.length > 0
  const { gate, watch } = createAdmission({ ...config.limits, isBehindProxy }, log)
  const app: FastifyInstance = Fastify({
    clientErrorHandler: answerClientError,
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: config.limits.bodyBytes,
    trustProxy: isBehindProxy ? [...config.http.trustedProxies] : false,
    serverFactory: (handler) => createHttpServer(gate.guard(handler)),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path longer than all headers together does not arrive; a shorter one is the contract's to refuse.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    rewriteUrl: ({ url }) => decodablePath(url ?? '/'),
    genReqId: ({ headers }) => {
      const given = headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : uuidv7()
    },
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  logRequests(app)
  await watch(app)
  observeGauge('task_service.requests.at_hand', 'Requests being worked on', gate.atHand)
  observeCount('task_service.requests.refused', 'Requests refused for overload', gate.refused)
  addHealth(app, options.isReady)
  app.setNotFoundHandler(refuseUnknownRoute)
  const door = (api: FastifyInstance) => openApiDoor(api, options, gate)
  await app.register(async (api) => door(api), { prefix: '/api' })
  return app
}

/** Concurrent creates commit together; see decision 0017. */
function taskGroup(db: Database): SubmitToGroup {
  const group = createTaskGroup(db.groupTx)
  observeGauge('task_service.create.waiting', 'Creates waiting for their group', group.waiting)
  return async (request) => {
    const created = await group.create({ ...request, body: request.body as TaskCreate }) // checked by its schema
    return created && { status: 201, ...created }
  }
}

/** Everything under `/api`, unknown paths included, asks for the key first. */
async function openApiDoor(api: FastifyInstance, options: ApiOptions, gate: Gate): Promise<void> {
  const { config, db, instance, keyring, log } = options
  const { api: key, apiPrevious } = config.keys
  const door = keyAuthenticator({
    authenticate: createKeyAuthenticator({
      auth: db.auth,
      pepper: instance.pepper,
      environmentKeys: [key, ...(apiPrevious ? [apiPrevious] : [])].map((secret) =>
        secret.reveal(),
      ),
    }),
    hostSuffix: config.http.hostSuffix,
    failedKeys: failedKeyLimiter(config.limits.failedKeysPerMinute),
  })
  api.addHook('onRequest', door.authenticate)
  api.addHook('onRequest', tenantLimiter(config.limits.requestsPerMinute))
  refuseUnknownRoutes(api)
  acceptJsonOnly(api)
  const { publicUrl } = config.http
  const secrets = {
    cursorSecret: instance.pepper,
    freshnessSecret: createHmac('sha256', instance.pepper).update(instance.history).digest(),
  }
  bindSystemRoutes(api, VERSION, publicUrl)
  const services: RouteServices = {
    read: db.tenantRead,
    write: db.tenantTx,
    idempotency: {
      claim: claimKey,
      store: (tx, name, answer) => storeAnswer(tx, name, answer, config.retention.idempotencyMs),
      retentionMs: config.retention.idempotencyMs,
    },
    ...secrets,
    keyring,
    groups: { 'tasks.create': taskGroup(db) },
    prechecks: createPrechecks(options.egress),
    basePath: publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, ''),
  }
  bindRoutes(api, routes, services)
  bindDownloads(api, downloads, services)
  const streams = createEventStreams({
    ...secrets,
    read: db.tenantRead,
    maxStreams: config.limits.streams,
    durationMs: config.limits.streamDurationMs,
    log,
  })
  observeGauge('task_service.streams.open', 'Event streams held open', streams.openCount)
  bindEventStream(api, {
    ...streams,
    isWelcome: door.isWelcome,
    release: (reply) => gate.release(reply.raw),
  })
}
