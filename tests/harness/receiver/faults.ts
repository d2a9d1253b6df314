// The ways in which receivers fail, each about as often as in a bad week.
import type { ServerResponse } from 'node:http'
import type { SeededRandom } from '../random/seeded-random.ts'

export const FAULTS = ['error', 'silence', 'reset', 'throttle', 'drip', 'redirect'] as const
export type Fault = (typeof FAULTS)[number]

const shares: Record<Fault, number> = {
  error: 0.1,
  silence: 0.05,
  reset: 0.02,
  throttle: 0.02,
  drip: 0.01,
  redirect: 0.01,
}

export const RETRY_AFTER_SECONDS = 1
const DRIP_MS = 100

/** Undefined when all goes well. */
export function drawFault(random: SeededRandom): Fault | undefined {
  let drawn = random.next()
  return FAULTS.find((fault) => {
    drawn -= shares[fault]
    return drawn < 0
  })
}

export function answerBadly(fault: Fault, response: ServerResponse): void {
  switch (fault) {
    case 'error':
      response.writeHead(500).end('something broke')
      return
    case 'silence':
      return
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'throttle':
      response.writeHead(429, { 'retry-after': String(RETRY_AFTER_SECONDS) }).end()
      return
    case 'drip':
      drip(response)
      return
    case 'redirect':
      response.writeHead(302, { location: '/good/redirected' }).end()
      return
  }
}

/** Says 200 and never comes to an end. */
function drip(response: ServerResponse): void {
  response.writeHead(200)
  const drops = setInterval(() => response.write('.'), DRIP_MS)
  response.on('close', () => clearInterval(drops))
}
