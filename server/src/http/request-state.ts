// What the hooks of one request leave for each other.
import type { ServerResponse } from 'node:http'
import type { Actor } from '@task-service/contract'
import type { ClientTrace } from '#lib/network-of.ts'

export type Caller = {
  tenant: { id: string; slug: string }
  suspended: boolean
  actor: Actor
  /** Somebody else knows the password; only of somebody who signed in with one. */
  mustChangePassword?: boolean
  /** Whether this is the password the request came with; only of somebody who signed in with one. */
  isPassword?: (text: string) => boolean
  /** Where the request came from; only of somebody who signed in with a password. */
  client?: ClientTrace
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authenticator of the mount the request came through. */
    caller: Caller | null
    /** Fields for the one log line of this request. */
    wide: Record<string, string | number | boolean>
    /** Its `close` is the end of the request, for what has no reply at hand. */
    response: ServerResponse
  }
}
