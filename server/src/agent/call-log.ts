// What an integration says during one call: without secrets, on one line each, and not too much of it.

import type { Scrub } from '#crypto/scrub.ts'
import type { Logger } from '#observe/log.ts'
import type { HostLimits } from './limits.ts'

export type CallLogOptions = {
  limits: HostLimits
  scrub: Scrub
  log: Pick<Logger, 'debug'>
  names: Record<string, string>
  onLog: ((line: string) => void) | undefined
}

export function createCallLog(options: CallLogOptions): (message: string, facts: unknown) => void {
  const { limits, scrub, log, names, onLog } = options
  let count = 0
  return (message, facts) => {
    count++
    if (count > limits.logLines) return
    const words = facts === undefined ? message : `${message} ${JSON.stringify(facts)}`
    // Cut after secrets are taken out: half of one would not be found.
    const said = scrub(words)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .slice(0, limits.logChars)
    const line = count === limits.logLines ? 'Log limit reached; further lines are dropped.' : said
    log.debug({ ...names, line }, 'plugin log')
    onLog?.(line)
  }
}
