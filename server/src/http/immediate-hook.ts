// Synchronous hooks: as promises, half a dozen of them would be a considerable part of a short request.
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify'

/** `look` rejects by throwing. */
export function immediateHook(
  look: (request: FastifyRequest, reply: FastifyReply) => void,
): onRequestHookHandler {
  return (request, reply, done) => {
    try {
      look(request, reply)
    } catch (error) {
      done(error as Error) // what `look` throws is a Problem
      return
    }
    done()
  }
}
