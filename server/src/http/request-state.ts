// State that the hooks of one request share.
import type { ServerResponse } from 'node:http'
import type { Actor } from '@task-service/contract'
import type { ClientTrace } from '#lib/network-of.ts'

export type Caller = {
  tenant: { id: string; slug: string }
  suspended: boolean
  actor: Actor
  /** Only for requests with an agent token. Its permission may be a second old, as may the token. */
  agent?: { id: string; name: string; readsBeyondClaim: boolean }
  /** Someone else knows the password; only for password sign-ins. */
  mustChangePassword?: boolean
  /** Whether this is the password of the request; only for password sign-ins. */
  isPassword?: (text: string) => boolean
  /** Where the request came from; only for password sign-ins. */
  client?: ClientTrace
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authenticator of the mount the request came through. */
    caller: Caller | null
    /** How long its authentication took, which waits for the database when it has to ask; 0 until then. */
    authenticationMs: number
    /** Fields for the one log line of this request. */
    wide: Record<string, string | number | boolean>
    /** Its `close` is the end of the request, for code without access to the reply. */
    response: ServerResponse
  }
}
