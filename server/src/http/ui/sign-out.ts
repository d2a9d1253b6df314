// Signing out with HTTP Basic. There is no session to end: the browser has to forget the password, and does so when the
// password it sent is rejected. So a one-time URL rejects once, whatever was sent, and then accepts a new sign-in.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createLruMap } from '#lib/lru-map.ts'
import { beginProblem } from '../problems.ts'
import { type BasicAuth, signInRequired } from './auth-basic.ts'
import { sendPlainPage } from './plain-page.ts'

export type SignOut = {
  /** A URL that rejects once, within the next five minutes. */
  makePath: () => string
  bind: (ui: FastifyInstance, auth: BasicAuth) => void
}

const VALID_MS = 300_000
const TIME_BYTES = 6
/** Random, so that two sign-outs in the same millisecond have different URLs. */
const OPEN_BYTES = TIME_BYTES + 8
const SEAL_BYTES = 16
const MAX_USED = 10_000

/** Signed, so that a forged link cannot sign users out. */
export function createSignOut(options: {
  secret: Buffer
  basePath: string
  hostSuffix: string | null
}): SignOut {
  const { secret, basePath, hostSuffix } = options
  const used = createLruMap<true>(MAX_USED)

  const seal = (open: Buffer) =>
    createHmac('sha256', secret).update('sign-out\0').update(open).digest().subarray(0, SEAL_BYTES)

  function isValid(ticket: string): boolean {
    const bytes = Buffer.from(ticket, 'base64url')
    if (bytes.length !== OPEN_BYTES + SEAL_BYTES) return false
    const open = bytes.subarray(0, OPEN_BYTES)
    if (!timingSafeEqual(bytes.subarray(OPEN_BYTES), seal(open))) return false
    return Math.abs(Date.now() - open.readUIntBE(0, TIME_BYTES)) < VALID_MS
  }

  function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    beginProblem(signInRequired(request, hostSuffix), request, reply)
    return sendPlainPage(reply, basePath, { title: 'Signed out', body: signedOut })
  }

  return {
    makePath() {
      const open = randomBytes(OPEN_BYTES)
      open.writeUIntBE(Date.now(), 0, TIME_BYTES)
      const ticket = Buffer.concat([open, seal(open)]).toString('base64url')
      return `${basePath}/ui/sign-out?at=${ticket}`
    },
    bind(ui, auth) {
      ui.get('/sign-out', async (request, reply) => {
        const { at } = request.query as { at?: unknown }
        const ticket = typeof at === 'string' && isValid(at) ? at : undefined
        if (ticket !== undefined && !used.has(ticket)) {
          used.set(ticket, true)
          return refuse(request, reply)
        }
        const isSignedIn = await auth.authenticate(request).then(
          () => true,
          () => false,
        )
        return isSignedIn ? reply.redirect(`${basePath}/ui/`) : refuse(request, reply)
      })
    },
  }
}

const signedOut = `<main>
<h1>You are signed out</h1>
<p>This browser has forgotten your password.</p>
<p><a class="button" href="./">Sign in again</a></p>
</main>`
