// The page that a full run beside the peers leaves in docs/guarantees.

import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import { table } from '../../tools/reference/markdown.ts'
import { writeGuarantee } from '../../tools/release/guarantee-reports.ts'
import { CONNECTIONS } from '../lib/compare-cell.ts'
import type { Engine } from '../lib/engine.ts'
import type { Cell } from '../lib/side-by-side.ts'
import { type Comparison, TASKS } from './compare-peer.ts'

const method = `Each product runs on the same PostgreSQL server as Task Service, in the same run, and is called through its documented
REST API with a token: one request creates a task with the same title and description of 260 characters, the other lists the
newest 50 of one project. Both have ${TASKS.toLocaleString('en-US')} such tasks before the first round. They alternate in rounds,
over ${CONNECTIONS} connections each; a ratio is the median of the rounds. Before the first round, a create must have
stored a task and a page must contain 50; after the last, every acknowledged task is in the table. All list requests are
identical, and Task Service runs one query for those that wait at the same time.

The ratios compare programs that do different work. Task Service writes a task, its event and its audit entry in one transaction
under row-level security, and does not check permissions of users, because a key belongs to a tenant. What each of the others
does beyond that, and how it was set up:`

export function writePeersReport(
  engine: Engine,
  roundCount: number,
  comparisons: readonly Comparison[],
): void {
  const notes = comparisons.map(({ peer }) => `**${peer.name} ${peer.version}.** ${peer.remarks}`)
  const machine = engine.description.split('\n').map((line) => `- ${line}`)
  const rounds = `- ${roundCount} rounds for each row: 5 s for Task Service, and for the product as in the table`
  const page = [
    '# Comparison with other products',
    'Rates of creating and listing tasks, as a ratio to other products that store tasks in PostgreSQL.',
    '```sh\nnpm run bench -- peers --full\n```',
    method,
    ...notes,
    [...machine, rounds].join('\n'),
    table(header, comparisons.flatMap(rowsOf)),
  ]
  writeGuarantee('bench-peers', `${page.join('\n\n')}\n`)
}

const header = [
  'Product',
  'request',
  'its round',
  'Task Service req/s',
  'p50 / p99 ms',
  'product req/s',
  'p50 / p99 ms',
  'ratio',
  'range of ratios',
  'goal',
  'errors, Task Service / product',
  'page kB, Task Service / product',
]

function rowsOf({ peer, create, list, pageBytes }: Comparison): string[][] {
  const pages = [pageBytes.own, pageBytes.peer].map((bytes) => (bytes / 1000).toFixed(0))
  const row = (cell: Cell, goal: number, page: string) => [
    peer.name,
    cell.name,
    `${peer.roundSeconds} s`,
    ...columnsOf(cell.service),
    ...columnsOf(cell.engine),
    cell.ratio.toFixed(1),
    cell.ratioRange.map((value) => value.toFixed(1)).join('–'),
    `≥ ${goal}`,
    `${cell.service.errors} / ${cell.engine.errors}`,
    page,
  ]
  return [row(create, peer.goals.create, ''), row(list, peer.goals.list, pages.join(' / '))]
}

function columnsOf(one: Measurement): string[] {
  const rate = Math.round(one.perSecond).toLocaleString('en-US')
  return [rate, `${one.p50Ms.toFixed(1)} / ${one.p99Ms.toFixed(1)}`]
}
