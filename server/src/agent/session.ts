// An integration as the sync engine uses it: calls into its process, with the requests, secrets and logs of each.
import type { RawRequest } from '@task-service/kit'
import { shapes } from '#agent/shapes/answers.ts'
import { createCallSecrets } from '#agent/vendor/call-secrets.ts'
import { verifyMessage } from '#agent/vendor/verify-message.ts'
import { createCallRunner, type SessionParts } from './call-runner.ts'
import type { Connection, PluginSession } from './plugin-session.ts'

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
