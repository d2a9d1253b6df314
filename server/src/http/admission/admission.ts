// Which requests a process takes on: a bounded number at hand, and none while the event loop lags.
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { createAdaptiveLimit } from '#lib/adaptive-limit.ts'
import type { Logger } from '#observe/log.ts'
import { createGate, type Gate } from './gate.ts'

export type AdmissionOptions = {
  inFlight: number | null
  eventLoopDelayMs: number | null
  isBehindProxy: boolean
  hostSuffix: string | null
}

/** So few at hand are never too many. */
const LEAST_AT_HAND = 100
/** How long a request may take, on average, before there are too many of them. */
const TARGET_MS = 250

export type Admission = {
  gate: Gate
  /** Before the server listens. */
  watch: (app: FastifyInstance) => Promise<void>
}

const never = () => false

export function createAdmission(options: AdmissionOptions, log: Pick<Logger, 'warn'>): Admission {
  const { inFlight, eventLoopDelayMs, isBehindProxy, hostSuffix } = options
  let isLagging = never
  const limit =
    inFlight === null
      ? undefined
      : createAdaptiveLimit({ max: inFlight, min: LEAST_AT_HAND, targetMs: TARGET_MS })
  return {
    gate: createGate({
      limit,
      isLagging: () => isLagging(),
      holdsRefused: !isBehindProxy,
      log,
      hostSuffix,
    }),
    async watch(app) {
      if (eventLoopDelayMs === null) return
      await app.register(underPressure, {
        maxEventLoopDelay: eventLoopDelayMs,
        // Not shorter: a delay longer than the interval counts as endless.
        sampleInterval: eventLoopDelayMs,
        // It only measures: here, behind the router and the log, a refusal would cost as much as an answer.
        pressureHandler: () => undefined,
      })
      // What it takes to start is no lag: a sample that began before it listened counts until the end of the second one.
      app.addHook('onListen', () => {
        const from = performance.now() + 2 * eventLoopDelayMs
        isLagging = () => performance.now() > from && app.isUnderPressure()
      })
    },
  }
}
