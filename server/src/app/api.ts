// Role api: Fastify with its mounts, hooks and every domain's routes; tests build it, too.
import type { IncomingHttpHeaders } from 'node:http'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { listMigrations } from '#db/schema-version.ts'
import { divideConnections } from '#db/sharing/divide-connections.ts'
import { createAdmission } from '#http/admission/admission.ts'
import type { AdmissionController } from '#http/admission/admission-controller.ts'
import { limitConnections } from '#http/admission/connections.ts'
import { refuseOtherAuthority } from '#http/admission/request-target.ts'
import { leaveUnshared, shareWrites } from '#http/admission/share-writes.ts'
import type { KeyAuth } from '#http/auth-key.ts'
import { createBodyReader } from '#http/body/body-reader.ts'
import { boundResponses } from '#http/body/response-budget.ts'
import { answerClientError } from '#http/client-error.ts'
import { bindErrorPages } from '#http/errors/error-pages.ts'
import { addHealth } from '#http/health.ts'
import { createHttpServer, MAX_HEADER_BYTES } from '#http/http-server.ts'
import { acceptNothing } from '#http/json-body.ts'
import { answerProblem } from '#http/problems.ts'
import { logRequests } from '#http/request-log.ts'
import { collectionPath, decodablePath, pathBelow } from '#http/request-path.ts'
import { addSecurityHeaders, keepOutOfCaches } from '#http/security-headers.ts'
import { answerUnknownPage } from '#http/ui/unknown-page.ts'
import { setErrorPages } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { observeCount, observeGauge } from '#observe/metrics.ts'
import type { ApiOptions } from './api-options.ts'
import { createAuthenticators } from './authenticators.ts'
import { integrationParts } from './integration-parts.ts'
import { createRoutes } from './modules.ts'
import { mountAgent } from './mounts/mount-agent.ts'
import { mountAnswer } from './mounts/mount-answer.ts'
import { mountDashboard } from './mounts/mount-dashboard.ts'
import { mountDocs } from './mounts/mount-docs.ts'
import { mountEdge } from './mounts/mount-edge.ts'
import { mountHooks } from './mounts/mount-hooks.ts'
import { mountMcp } from './mounts/mount-mcp.ts'
import { mountUnsubscribe } from './mounts/mount-unsubscribe.ts'
import { type SharedOperations, shareOperations } from './operations.ts'
import { VERSION } from './version.ts'

/** Request IDs that clients may send. */
const REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/

/** For vendors and for people who follow a link in a message: no API key, no sign-in. */
const mountsOfOthers = [mountHooks, mountAnswer, mountUnsubscribe]

export async function buildApi(apiOptions: ApiOptions): Promise<FastifyInstance> {
  const { config, log, db, isolatesTenants = true } = apiOptions
  const writes = isolatesTenants
    ? shareWrites(db, divideConnections(config.database).forTenants)
    : leaveUnshared(db)
  const options = { ...apiOptions, ...writes }
  const loggerInstance: FastifyBaseLogger = log
  const isBehindProxy = config.http.trustedProxies.length > 0
  const { hostSuffix, basePath, publicUrl } = config.http
  // With tenants, the public URL is not the host of each of them.
  setErrorPages(hostSuffix === null ? (publicUrl ?? basePath) : basePath)
  const { controller: admission, watch } = createAdmission(
    { ...config.limits, isBehindProxy, hostSuffix },
    log,
  )
  const app: FastifyInstance = Fastify({
    clientErrorHandler: answerClientError,
    loggerInstance,
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    bodyLimit: config.limits.bodyBytes,
    trustProxy: isBehindProxy ? [...config.http.trustedProxies] : false,
    serverFactory: (handler) =>
      limitConnections(createHttpServer(refuseOtherAuthority(admission.guard(handler))), {
        max: config.limits.connections,
        sharesByNetwork: !isBehindProxy,
        log,
      }),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path longer than all headers together does not arrive; a shorter one is validated by the schema.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES },
    rewriteUrl: ({ url }) => decodablePath(collectionPath(pathBelow(basePath, url ?? '/'))),
    genReqId: requestIdOf,
  })
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
  logRequests(app)
  addSecurityHeaders(app, config.http.hstsMs)
  await watch(app)
  observeAdmission(admission)
  addHealth(app, { ...options, program: { version: VERSION, level: listMigrations().length } })
  app.setNotFoundHandler(answerUnknownPage(basePath))
  acceptNothing(app)
  boundResponses(app, config.limits)
  await mountPages(app, basePath)
  const readBody = createBodyReader({ ...config.limits, hostSuffix }, admission)
  const operations = shareOperations(options, admission, readBody)
  const auth = createAuthenticators(app, options)
  await app.register(async (api) => mountApi(api, options, operations, auth.key), {
    prefix: '/api',
  })
  await mountAgent(app, options, operations, auth.token)
  await mountMcp(app, options, operations, readBody, auth)
  await mountEdge(app, options, admission, readBody)
  for (const mount of mountsOfOthers) await mount(app, options, readBody)
  await mountDashboard(app, options, operations, readBody)
  return app
}

/** Without authentication: they contain no data. */
async function mountPages(app: FastifyInstance, basePath: string): Promise<void> {
  await app.register(async (pages) => bindErrorPages(pages, basePath), { prefix: '/errors' })
  await mountDocs(app, basePath)
}

function observeAdmission({ inFlight, rejected }: AdmissionController): void {
  observeGauge('task_service.requests.in_flight', 'Requests in progress', inFlight)
  observeCount('task_service.requests.rejected', 'Requests rejected because of overload', rejected)
}

/** Request IDs of clients are kept, if they are harmless. */
function requestIdOf({ headers }: { headers: IncomingHttpHeaders }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : uuidv7()
}

/** Everything under `/api`, including unknown paths, authenticates the key first. */
async function mountApi(
  api: FastifyInstance,
  options: ApiOptions,
  operations: SharedOperations,
  auth: KeyAuth,
): Promise<void> {
  const { config, instance } = options
  keepOutOfCaches(api)
  api.addHook('onRequest', auth.authenticate)
  operations.bind(api, {
    routes: createRoutes(config, instance, integrationParts(options)),
    basePath: config.http.basePath,
    isAuthorized: auth.isAuthorized,
  })
}
