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
import { bindEventStream } from '#http/event-stream.ts'
import type { IdempotencyStore } from '#http/idempotency.ts'
import { acceptJsonOnly } from '#http/json-body.ts'
import { refuseUnknownRoutes } from '#http/not-found.ts'
import { tenantLimiter } from '#http/rate-limit.ts'
import { bindRoutes, type Routes } from '#http/route.ts'
import { bindDownloads } from '#http/steps/download.ts'
import { bindExternalCalls } from '#http/steps/external-call.ts'
import { bindGroupCommits } from '#http/steps/group-commit.ts'
import { addApiVersion, bindSystemRoutes } from '#http/system-routes.ts'
import { byteLimits } from '#lib/limits/byte-limits.ts'
import { observeGauge } from '#observe/metrics.ts'
import type { ApiOptions } from './api-options.ts'
import { integrationParts } from './integration-parts.ts'
import {
  createExternalCalls,
  createGroupCommits,
  createPrechecks,
  createSystemRoutes,
  downloads,
} from './modules.ts'
import { systemFacts } from './system-facts.ts'
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
  /** The same for callers with an agent token: only the operations that accept one. */
  bindForAgents: (api: FastifyInstance, mount: Omit<Mount, 'isAuthorized'>) => void
}

type OperationOptions = ApiOptions & Omit<SharedWrites, 'db'>

export function shareOperations(
  options: OperationOptions,
  admission: AdmissionController,
  readBody: ReadBody,
): SharedOperations {
  const { config, db, instance, keyring, log } = options
  const hasher = createPasswordHasher()
  const integrations = integrationParts(options)
  const stopping = new AbortController()
  const calls = createExternalCalls(integrations, claimOptions(options), stopping.signal)
  const system = createSystemRoutes(systemFacts(options))
  const commits = createGroupCommits(groupOptions(options))
  const limitTenant = tenantLimiter(config.limits.requestsPerMinute)
  const secrets = secretsOf(instance)
  const services = {
    read: db.tenantRead,
    write: db.tenantTx,
    ownWrites: { 'tasks.bulk': options.writeInTurn, 'runs.heartbeat': options.renewLeases },
    idempotency: idempotencyStore(config.retention.idempotencyMs),
    ...secrets,
    keyring,
    limits: byteLimits(config.limits),
    prechecks: createPrechecks({ egress: options.egress, hasher, integrations }),
  } satisfies Omit<Parameters<typeof bindRoutes>[2], 'basePath'>
  const streams = createEventStreams({
    ...secrets,
    read: db.tenantRead,
    maxStreams: config.limits.streams,
    boundsReads: config.limits.pageBytes !== null,
    durationMs: config.limits.streamDurationMs,
    log,
  })
  observeGauge('task_service.streams.open', 'Open event streams', streams.openCount)
  const release = (reply: FastifyReply) => admission.release(reply.raw)
  return {
    hasher,
    bind(api, { routes, basePath, isAuthorized }) {
      api.addHook('onRequest', limitTenant)
      refuseUnknownRoutes(api)
      acceptJsonOnly(api, readBody)
      bindSystemRoutes(api, VERSION, config.http.publicUrl)
      bindRoutes(api, { ...routes, ...system }, { ...services, basePath })
      bindGroupCommits(api, commits, { ...services, basePath })
      api.addHook('preClose', async () => stopping.abort())
      bindExternalCalls(api, calls, { ...services, basePath, release })
      bindDownloads(api, downloads, services)
      bindEventStream(api, { ...streams, isAuthorized, release })
    },
    bindForAgents(api, { routes, basePath }) {
      api.addHook('onRequest', limitTenant)
      refuseUnknownRoutes(api, AGENT_PREFIX)
      acceptJsonOnly(api, readBody)
      addApiVersion(api)
      bindRoutes(api, pickForAgents(routes), { ...services, basePath })
      bindGroupCommits(api, pickForAgents(commits), { ...services, basePath })
      bindExternalCalls(api, pickForAgents(calls), { ...services, basePath, release })
    },
  }
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

function claimOptions({ db, commitSeparately }: OperationOptions) {
  return {
    decideTogether: db.groupDecision,
    readTogether: db.groupTx,
    inTenant: commitSeparately,
  }
}
