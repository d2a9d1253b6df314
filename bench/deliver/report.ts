// The page a full run of `deliver` leaves in docs/guarantees.

import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'

export type Calm = { perSecond: number; p50Ms: number; p99Ms: number }
/** Events a second. */
export type Round = { service: number; bare: number }
export type DeliverFigures = {
  events: number
  connections: number
  calm: Calm
  rounds: Round[]
  ratio: number
}

const count = (value: number) => Math.round(value).toLocaleString('en-US')

export function writeDeliverReport(machine: string, figures: DeliverFigures): void {
  const { calm, rounds, ratio, events, connections } = figures
  const rows = rounds.map(
    ({ service, bare }, index) =>
      `| ${index + 1} | ${count(service)} | ${count(bare)} | ${(service / bare).toFixed(2)} |`,
  )
  const page = `# Webhook delivery latency and rate

Latency from a change to the receiver, and the delivery rate as a ratio to a plain HTTP client.

\`\`\`sh
npm run bench -- deliver --full
\`\`\`

**Latency.** ${calm.perSecond} tasks per second are created one by one; a receiver on the same machine records the age of each
event on arrival. p50 ${calm.p50Ms} ms (goal ≤ 100), p99 ${calm.p99Ms} ms (goal ≤ 1,000).

**Rate.** ${count(events)} events are in the log, not yet dispatched. One worker starts: it records a delivery for each event,
queues it, reads it, signs it, posts it and stores the result. For comparison, a plain undici loop posts the same number of
the same events with the same headers to the same receiver over ${connections} connections, the maximum of the worker;
the bodies are generated in advance, and the loop computes and stores nothing. Both are new processes in every round, alternate
in going first, and share the cores with the receiver; the worker also shares them with PostgreSQL. The rate is measured by the
receiver from the first to the last request. Median ratio ${ratio.toFixed(2)} (goal ≥ 0.5).

${machine
  .split('\n')
  .map((line) => `- ${line}`)
  .join('\n')}

| round | deliveries/s | plain undici/s | ratio |
| --- | --- | --- | --- |
${rows.join('\n')}
`
  writeGuarantee('bench-deliver', page)
}
