// Which requests a process accepts: a bounded number in flight, and none while the event loop lags.
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { createAdaptiveLimit } from '#lib/adaptive-limit.ts'
import type { Logger } from '#observe/log.ts'
import { type AdmissionController, createAdmissionController } from './admission-controller.ts'

export type AdmissionOptions = {
  inFlight: number | null
  eventLoopDelayMs: number | null
  isBehindProxy: boolean
  hostSuffix: string | null
}

/** Never limited below this number. */
const MIN_IN_FLIGHT = 100
/** Mean duration of requests above which the limit is lowered. */
const TARGET_MS = 250

export type Admission = {
  controller: AdmissionController
  /** Call before the server listens. */
  watch: (app: FastifyInstance) => Promise<void>
}

const never = () => false

export function createAdmission(options: AdmissionOptions, log: Pick<Logger, 'warn'>): Admission {
  const { inFlight, eventLoopDelayMs, isBehindProxy, hostSuffix } = options
  let isLagging = never
  const limit =
    inFlight === null
      ? undefined
      : createAdaptiveLimit({ max: inFlight, min: MIN_IN_FLIGHT, targetMs: TARGET_MS })
  return {
    controller: createAdmissionController({
      limit,
      isLagging: () => isLagging(),
      holdsRejected: !isBehindProxy,
      log,
      hostSuffix,
    }),
    async watch(app) {
      if (eventLoopDelayMs === null) return
      await app.register(underPressure, {
        maxEventLoopDelay: eventLoopDelayMs,
        // Not shorter: a delay longer than the interval counts as endless.
        sampleInterval: eventLoopDelayMs,
        // Only measures: a rejection here, behind the router and the log, would cost as much as a response.
        pressureHandler: () => undefined,
      })
      // The start itself is not lag: a sample that began before listening counts until the end of the second one.
      app.addHook('onListen', () => {
        const from = performance.now() + 2 * eventLoopDelayMs
        isLagging = () => performance.now() > from && app.isUnderPressure()
      })
    },
  }
}
