// Runs plugin calls of a connection, each with its own requests, secrets and log.
import { Failure, isFailure, type Manifest } from '@task-service/kit'
import type { CallOptions, OpenCall } from '#agent/process/conversation.ts'
import type { Method } from '#agent/process/messages.ts'
import type { Lane } from '#agent/process/slots.ts'
import { shapes } from '#agent/shapes/answers.ts'
import { readHosts } from '#agent/vendor/allowed-hosts.ts'
import { createCallSecrets } from '#agent/vendor/call-secrets.ts'
import type { RateBudget } from '#agent/vendor/rate-budget.ts'
import { sendVendorRequest } from '#agent/vendor/vendor-request.ts'
import type { Egress } from '#egress/egress.ts'
import type { Logger } from '#observe/log.ts'
import { createCallLog } from './call-log.ts'
import { createAskEdge, type EdgeConnection } from './edge-question.ts'
import type { HostLimits } from './limits.ts'
import type { Connection, PullBatch } from './plugin-session.ts'

export type SessionParts = {
  manifest: Manifest
  egress: Pick<Egress, 'send'>
  edge: EdgeConnection | undefined
  budget: RateBudget
  limits: HostLimits
  log: Pick<Logger, 'debug' | 'warn'>
  userAgent: string
  openCall: (lane: Lane, options: CallOptions) => Promise<OpenCall>
}

type RunCall = <T>(
  method: Method,
  args: readonly unknown[],
  read: (value: unknown) => T,
  signal?: AbortSignal,
) => Promise<T>

export type CallRunner = {
  call: RunCall
  /** Of what asks no vendor: in processes that are reserved for it, and with an end soon. */
  quick: RunCall
  pull: (args: readonly unknown[], signal?: AbortSignal) => AsyncGenerator<PullBatch>
}

type Begun = { open: OpenCall; hasWritten: () => boolean }

export function createCallRunner(connection: Connection, parts: SessionParts): CallRunner {
  const { lane = 'request' } = connection
  const runIn = async <T>(words: Words, read: (value: unknown) => T): Promise<T> => {
    const { open, hasWritten } = await begin(connection, parts, words)
    try {
      return read((await open.next()).value)
    } catch (error) {
      throw hasWritten() ? maybeDone(error) : error
    } finally {
      open.close()
    }
  }
  return {
    call: (method, args, read, signal) => runIn({ lane, method, args, signal }, read),
    quick: (method, args, read) => {
      const signal = AbortSignal.timeout(parts.limits.quickMs)
      return runIn({ lane: 'quick', method, args, signal }, read)
    },
    async *pull(args, signal) {
      const { open } = await begin(connection, parts, {
        lane,
        method: 'pull',
        args,
        signal,
      })
      try {
        for (;;) {
          const { value, more } = await open.next()
          if (!more) return
          yield shapes.batch(value)
        }
      } finally {
        open.close()
      }
    },
  }
}

type Words = Pick<CallOptions, 'method' | 'args' | 'signal'> & { lane: Lane }

async function begin(
  connection: Connection,
  parts: SessionParts,
  { lane, ...words }: Words,
): Promise<Begun> {
  const { egress, budget, limits, userAgent, manifest, log } = parts
  const { tenantId, integrationId, provider, config, self, onLog } = connection
  const { method } = words
  const names = { tenantId, integrationId, provider, method }
  const origins = readHosts(connection.hosts)
  const secrets = createCallSecrets(manifest, connection.openSecret)
  const onForeign = (url: string) =>
    log.warn(
      { ...names, url: originOf(url) },
      'blocked a plugin request to a host that is not allowed',
    )
  const way = { egress, origins, secrets, budget, limits, userAgent, onForeign }
  const ask = createAskEdge(connection, parts)
  let hasWritten = false
  const open = await parts.openCall(lane, {
    ...words,
    config,
    ...(self && { self }),
    log: createCallLog({ limits, scrub: secrets.scrub, log, names, onLog }),
    askEdge:
      ask &&
      (async (question, over) => {
        hasWritten ||= 'key' in question
        return await ask(question, over)
      }),
    async request(request, over) {
      hasWritten ||= request.method !== 'GET'
      return await sendVendorRequest(request, over, way)
    },
  })
  return { open, hasWritten: () => hasWritten }
}

/** The integration may have broken after the vendor did what was asked. */
function maybeDone(error: unknown): unknown {
  if (!isFailure(error) || (error.kind !== 'internal' && error.kind !== 'transient')) return error
  return new Failure(error.kind, error.message, { ...error.facts, maybeDone: true })
}

/** For the log: the origin, without path and query. */
function originOf(url: string): string {
  const { origin = 'invalid URL' } = URL.parse(url) ?? {}
  return origin.slice(0, 200)
}
