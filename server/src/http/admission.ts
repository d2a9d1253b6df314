// Sheds load before it hurts: a bounded number of requests at hand, and none while the event loop lags.
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#lib/problem.ts'
import { HEALTH_PATH, READY_PATH } from './health.ts'

export type AdmissionOptions = { inFlight: number | null; eventLoopDelayMs: number | null }

/** The platform must hear from a busy process too. By route, not by path: a path can be written in several ways. */
function isProbe(request: FastifyRequest): boolean {
  const { url } = request.routeOptions
  return url === HEALTH_PATH || url === READY_PATH
}

function overloaded(): Problem {
  return new Problem('overloaded', undefined, { headers: { 'retry-after': '1' } })
}

export async function admitRequests(
  app: FastifyInstance,
  options: AdmissionOptions,
): Promise<void> {
  if (options.eventLoopDelayMs !== null) {
    await app.register(underPressure, {
      maxEventLoopDelay: options.eventLoopDelayMs,
      sampleInterval: 250,
      pressureHandler: (request) => {
        if (!isProbe(request)) throw overloaded()
      },
    })
  }
  const { inFlight } = options
  if (inFlight === null) return
  let atHand = 0
  app.addHook('onRequest', async (request, reply) => {
    if (isProbe(request)) return
    if (atHand >= inFlight) throw overloaded()
    atHand++
    // `close` also comes when the caller hangs up; a response hook would not.
    reply.raw.once('close', () => void atHand--)
  })
}
