// The page a full run of `overload` leaves in docs/guarantees.

import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import type { SwarmReport } from './client-swarm.ts'

export type OverloadFigures = {
  before: SwarmReport
  overload: SwarmReport
  after: SwarmReport
  /** Before and after together: the machine may have become faster or slower meanwhile. */
  peakPerSecond: number
  goodput: number
  peakMiB: number
  /** Until the first normal second; infinite when none came. */
  recoverySeconds: number
}

const method = `Half of the requests create a task, half list a page of 50. The peak is the rate of 64 connections that always have a
request in flight. Then requests arrive at ten times that rate for a minute over 4,000 connections, whether earlier ones have
completed or not. A rejected connection is not read again for up to 0.8 s, less than the second in \`Retry-After\`, so not
every request finds a free connection: "sent" are those that did; the others wait in the client, as they would in its
connection pool. Latencies are measured by the client and include that wait. PostgreSQL, one process of the service and the
clients share the same cores.`

export function writeOverloadReport(machine: string, figures: OverloadFigures): void {
  const { before, overload, after, goodput, peakMiB, recoverySeconds } = figures
  const rows = [
    row('before, 64 connections', before),
    row('10 × the peak, 4,000 connections', overload),
    row('after, 64 connections', after),
  ]
  const header =
    '| | offered/s | sent/s | admitted/s | p50 / p99 ms | rejected/s | no response | client cores |'
  const rule = '| --- | --- | --- | --- | --- | --- | --- | --- |'
  const page = `# Overload

\`\`\`sh
npm run bench -- overload --full
\`\`\`

${method}

${machine
  .split('\n')
  .map((line) => `- ${line}`)
  .join('\n')}

${[header, rule, ...rows].join('\n')}

Goodput ${goodput.toFixed(2)} of the peak; at most ${peakMiB} MiB of memory; back to normal after ${recoverySeconds} s. Every rejection is a
503 with \`Retry-After\`.
`
  writeGuarantee('bench-overload', page)
}

function row(name: string, one: SwarmReport): string {
  const cells = [
    name,
    whole(one.offeredPerSecond),
    whole(one.sentPerSecond),
    whole(one.admittedPerSecond),
    `${one.p50Ms.toFixed(0)} / ${one.p99Ms.toFixed(0)}`,
    whole(one.refusedPerSecond),
    String(one.resets + one.timeouts),
    one.cores.toFixed(2),
  ]
  return `| ${cells.join(' | ')} |`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
