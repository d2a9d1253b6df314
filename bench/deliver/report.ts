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
  const page = `# Deliveries

How soon and how fast events reach a receiver, as a ratio to posting alone.

\`\`\`sh
npm run bench -- deliver --full
\`\`\`

**From the change to the receiver.** ${calm.perSecond} tasks a second are created one by one; a receiver on the same machine
notes how old their events are when they arrive. p50 ${calm.p50Ms} ms (goal ≤ 100), p99 ${calm.p99Ms} ms (goal ≤ 1,000).

**Rate.** ${count(events)} events are in the log and nobody has looked at them. One worker starts: it notes a delivery for each,
queues it, reads it, signs it, posts it, and stores what came of it. Beside it a bare loop of undici posts as many
of the same events with the same headers to the same receiver over ${connections} connections, as many as the worker
has at most; their texts are made beforehand, and it computes and stores nothing. Both are new processes in
every round, take turns at being first, and share the cores with the receiver; the worker shares them with PostgreSQL too.
The rate is what the receiver saw from the first to the last. Median ratio ${ratio.toFixed(2)} (goal ≥ 0.5).

${machine
  .split('\n')
  .map((line) => `- ${line}`)
  .join('\n')}

| round | deliveries/s | bare undici/s | ratio |
| --- | --- | --- | --- |
${rows.join('\n')}
`
  writeGuarantee('bench-deliver', page)
}
