// The operations as `/api` and the dashboard serve them: with one set of limits, streams and groups.
import { createHmac } from 'node:crypto'
import { AGENT_PREFIX, acceptsAgentToken, type OperationId } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createPasswordHasher, type PasswordHasher } from '#crypto/password-hasher.ts'
import { claimKey, storeAnswer } from '#db/idempotency.ts'
import { createEventStreams } from '#events/streams.ts'
import type { AdmissionController } from '#http/admission/admission-controller.ts'
import type { SharedWrites } from '#http/admission/share-writes.ts'
import type { ReadBody } from '#http/body/body-reader.ts'
import { compressResponses } from '#http/body/compress-responses.ts'
import { bindEventStream } from '#http/event-stream.ts'
import { refuseBadEscapes } from '#http/faults/refuse-bad-escapes.ts'
import type { IdempotencyStore } from '#http/idempotency.ts'
import { acceptJsonOnly } from '#http/json-body.ts'
import { refuseUnknownRoutes } from '#http/not-found.ts'
import { claimLimiter, tenantLimiter } from '#http/rate-limit.ts'
import { type Bind, bindRoutes, bindTo, type RouteServices, type Routes } from '#http/route.ts'
import { bindDownloads } from '#http/steps/download.ts'
import { bindExternalCalls } from '#http/steps/external-call.ts'
import { bindGroupCommits } from '#http/steps/group-commit.ts'
import { bindFileDownloads } from '#http/steps/send-file.ts'
import { bindUploads } from '#http/steps/upload.ts'
import { addApiVersion, bindSystemRoutes } from '#http/system-routes.ts'
import { byteLimits } from '#lib/limits/byte-limits.ts'
import { observeGauge } from '#observe/metrics.ts'
import type { ApiOptions } from './api-options.ts'
import { integrationParts } from './integration-parts.ts'
import {
  createExternalCalls,
  createFileDownloads,
  createGroupCommits,
  createPrechecks,
  createSystemRoutes,
  createUploads,
  downloads,
} from './modules.ts'
import { readFromReplica } from './replica/replica-reads.ts'
import { systemFacts } from './system-facts.ts'
import { transferMemory, uploadLimits } from './transfer-parts.ts'
import { VERSION } from './version.ts'

export type Mount = {
  routes: Routes
  /** Prefix of every path in responses. */
  basePath: string
  isAuthorized: (request: FastifyRequest) => Promise<boolean>
}

export type SharedOperations = {
  hasher: PasswordHasher
  /** Behind the authenticator, which is a hook of `api` already. */
  bind: (api: FastifyInstance, mount: Mount) => void
  /** For tools, which call operations from inside their own requests. */
  bindCalls: (app: FastifyInstance, bind: Bind, routes: Routes) => void
  /** The same for callers with an agent token: only the operations that accept one. */
  bindForAgents: (api: FastifyInstance, mount: Omit<Mount, 'isAuthorized'>) => void
}

type OperationOptions = ApiOptions & Omit<SharedWrites, 'db'>

export function shareOperations(
  options: OperationOptions,
  admission: AdmissionController,
  readBody: ReadBody,
): SharedOperations {
  const { config, db, instance, keyring, bucket = null } = options
  const hasher = createPasswordHasher()
  const integrations = integrationParts(options)
  const stopping = new AbortController()
  const calls = createExternalCalls(integrations, claimOptions(options), stopping.signal)
  const commits = createGroupCommits(groupOptions(options))
  const limitTenant = tenantLimiter(config.limits.requestsPerMinute)
  const services = {
    read: db.tenantRead,
    ownReads: readFromReplica(db.replicaRead),
    write: db.tenantTx,
    ownWrites: { 'tasks.bulk': options.writeInTurn, 'runs.heartbeat': options.renewLeases },
    idempotency: idempotencyStore(config.retention.idempotencyMs),
    ...secretsOf(instance),
    keyring,
    limits: byteLimits(config.limits),
    prechecks: createPrechecks({ egress: options.egress, hasher, integrations }),
  } satisfies RouteServices
  const streams = openStreams(options)
  const release = (reply: FastifyReply) => admission.release(reply.raw)
  const stopTiming = (reply: FastifyReply) => admission.stopTiming(reply.raw)
  const transfers = { ...services, ...transferMemory(config), release }
  return {
    hasher,
    bind(api, { routes, basePath, isAuthorized }) {
      api.addHook('onRequest', limitTenant)
      exchangeJson(api, readBody)
      const bind = bindTo(api, basePath)
      bindSystemRoutes(api, VERSION, config.http.publicUrl)
      bindRoutes(bind, { ...routes, ...createSystemRoutes(systemFacts(options)) }, services)
      bindGroupCommits(bind, commits, services)
      api.addHook('preClose', async () => stopping.abort())
      bindExternalCalls(bind, calls, { ...services, release })
      bindDownloads(api, downloads, { ...services, stopTiming })
      bindFileDownloads(api, createFileDownloads(bucket), transfers)
      bindUploads(api, basePath, createUploads(uploadLimits(config), bucket), transfers)
      bindEventStream(api, { ...streams, isAuthorized, release })
    },
    bindCalls(app, bind, routes) {
      app.addHook('onRequest', limitTenant)
      bindRoutes(bind, routes, services)
      bindGroupCommits(bind, commits, services)
      bindExternalCalls(bind, calls, { ...services, release })
    },
    bindForAgents(api, { routes, basePath }) {
      api.addHook('onRequest', limitTenant)
      exchangeJson(api, readBody, AGENT_PREFIX)
      addApiVersion(api)
      const bind = bindTo(api, basePath)
      bindRoutes(bind, pickForAgents(routes), services)
      bindGroupCommits(bind, pickForAgents(commits), services)
      bindExternalCalls(bind, pickForAgents(calls), { ...services, release })
    },
  }
}

/** What holds for every request below a prefix, and for every response. */
function exchangeJson(api: FastifyInstance, readBody: ReadBody, prefix?: '/agent'): void {
  refuseUnknownRoutes(api, prefix)
  api.addHook('onRequest', refuseBadEscapes)
  acceptJsonOnly(api, readBody)
  compressResponses(api)
}

function openStreams({ config: { limits }, db, instance, log }: OperationOptions) {
  const streams = createEventStreams({
    ...secretsOf(instance),
    read: db.tenantRead,
    feed: db.feed,
    maxStreams: limits.streams,
    boundsReads: limits.pageBytes !== null,
    durationMs: limits.streamDurationMs,
    log,
  })
  observeGauge('task_service.streams.open', 'Open event streams', streams.openCount)
  return streams
}

function idempotencyStore(retentionMs: number): IdempotencyStore {
  return {
    claim: claimKey,
    store: (tx, name, answer) => storeAnswer(tx, name, answer, retentionMs),
    retentionMs,
  }
}

function secretsOf({ pepper, history }: OperationOptions['instance']) {
  const freshnessSecret = createHmac('sha256', pepper).update(history).digest()
  return { cursorSecret: pepper, freshnessSecret }
}

/** The table of operations decides, so that a route cannot be served to agents by mistake. */
function pickForAgents<Table extends object>(table: Table): Partial<Table> {
  const accepted = Object.entries(table).filter(([id]) => acceptsAgentToken(id as OperationId)) // names are operations
  return Object.fromEntries(accepted) as Partial<Table> // a part of it
}

function groupOptions({ db, commitSeparately, isolatesTenants = true }: OperationOptions) {
  const lockMode = isolatesTenants ? ('skip' as const) : ('wait' as const)
  return { commitTogether: db.groupTx, inTenant: commitSeparately, lockMode }
}

function claimOptions({ config: { limits }, db, commitSeparately }: OperationOptions) {
  return {
    quota: claimLimiter(limits.requestsPerMinute),
    decideTogether: db.groupDecision,
    readTogether: db.groupRead,
    inTenant: commitSeparately,
  }
}
