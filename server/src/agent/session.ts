// An integration as the engine uses it: calls into its process, with the requests, secrets and logs of each.
import type { Manifest, RawRequest } from '@task-service/kit'
import type { CallOptions, OpenCall } from '#agent/process/conversation.ts'
import type { Lane } from '#agent/process/slots.ts'
import { shapes } from '#agent/shapes/answers.ts'
import { createCallSecrets } from '#agent/vendor/call-secrets.ts'
import type { RateBudget } from '#agent/vendor/rate-budget.ts'
import { verifyMessage } from '#agent/vendor/verify-message.ts'
import type { Egress } from '#egress/egress.ts'
import type { Logger } from '#observe/log.ts'
import { createCallRunner } from './call-runner.ts'
import type { EdgeConnection } from './edge-question.ts'
import type { Connection, PluginSession } from './host.ts'
import type { HostLimits } from './limits.ts'

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

export function createSession(connection: Connection, parts: SessionParts): PluginSession {
  const { call, quick, pull } = createCallRunner(connection, parts)
  return {
    testConnection: (signal) => call('testConnection', [], shapes.report, signal),
    discover: (what, signal) => call('discover', [what], shapes.choices, signal),
    pull: (cursor, options, signal) => pull([cursor, options], signal),
    fetchOne: (ref, signal) => call('fetchOne', [ref], shapes.taskOrGone, signal),
    push: (change, options, signal) => call('push', [change, options], shapes.pushResult, signal),
    findByMarker: (marker, madeSince, signal) =>
      call('findByMarker', [marker, madeSince.toISOString()], shapes.taskOrNull, signal),
    async verify({ body, ...request }) {
      const verification = await quick('verify', [request], shapes.verification)
      const secrets = createCallSecrets(parts.manifest, connection.openSecret)
      return await verifyMessage(verification, { body }, secrets.get)
    },
    parse: (request) => quick('parse', [wireOf(request)], shapes.parsed),
    register: (url, signal) => call('register', [url], shapes.registration, signal),
    renew: (id, signal) => call('renew', [id], shapes.registration, signal),
    unregister: async (id, signal) => {
      await call('unregister', [id], (value) => value, signal)
    },
  }
}

const wireOf = ({ body, ...request }: RawRequest) => ({
  ...request,
  body: Buffer.from(body).toString('base64'),
})
