// Rows become tasks, finished tasks are written back and read back, rows that changed meanwhile are left alone: on both engines.
import type { Conflict } from '@task-service/contract'
import { equals, none, prefixed } from '../../../tools/programs/criteria.ts'
import type { ProofOptions, Verdict } from '../../../tools/programs/proof.ts'
import { until } from '../clients/api-client.ts'
import { complete, createSource, type FlowFigures, runFlow, untilTasks } from './flow.ts'
import type { Networks } from './networks.ts'
import type { Body } from './prove-in-cloud.ts'
import { ENGINES, type Engine } from './site.ts'
import { openWorld, type Way, type World } from './world.ts'

const SIZE = { small: { rows: 60, changed: 10 }, full: { rows: 1_000, changed: 50 } }
/** Ids of the claims that change while their tasks are finished. */
const CHANGED_FROM = 500_001

export type ChangedFigures = {
  changed: number
  reported: number
  /** With what was there before and what is there now. */
  withDiff: number
  overwritten: number
}

export const prove: Body = (options, networks) => proveFlow(options, networks)

export async function proveFlow(
  options: ProofOptions,
  networks: Networks,
  { way, engines = ENGINES }: { way?: Way; engines?: readonly Engine[] } = {},
): Promise<Verdict> {
  const { full, control } = options
  const size = full ? SIZE.full : SIZE.small
  const parts: Verdict[] = []
  for (const engine of engines) {
    const world = await openWorld({
      networks,
      engine,
      policy: { careless: control },
      ...(way && { way }),
    })
    try {
      parts.push(await provePart(world, engine, size, options))
    } finally {
      await world.stop()
    }
  }
  return {
    figures: parts.map(({ figures }) => figures).join('; '),
    criteria: parts.flatMap(({ criteria }) => criteria),
  }
}

async function provePart(
  world: World,
  engine: Engine,
  size: typeof SIZE.full,
  { control, log }: ProofOptions,
): Promise<Verdict> {
  const { site } = world
  await site.seed(1, size.rows)
  await world.startEdge()
  const source = await createSource(world, control)
  const flow = await runFlow(world, source, {
    rows: size.rows,
    log: (line) => log(`${engine}: ${line}`),
  })
  const changed = await changeMeanwhile(world, source, size)
  log(`${engine}: ${JSON.stringify({ ...flow, ...changed })}`)
  return judgeFlow(engine, flow, changed)
}

const text = (value: unknown): string => JSON.stringify(value)

/** A user of the database changes the rows between our last read and our write. */
export async function changeMeanwhile(
  world: World,
  source: string,
  { rows, changed }: { rows: number; changed: number },
): Promise<ChangedFigures> {
  const { site, client } = world
  await site.seed(CHANGED_FROM, changed)
  const all = await untilTasks(world, source, rows + changed)
  const ours = all.filter(({ link }) => Number(link.external_id) >= CHANGED_FROM)
  await client.ask('PATCH', `/api/integrations/${source}`, { paused: true })
  await complete(
    world,
    ours.map(({ task }) => task),
  )
  await site.query(
    `update claims set title = 'Changed at the source', version = version + 1 where id >= ${CHANGED_FROM}`,
  )
  await client.ask('PATCH', `/api/integrations/${source}`, { paused: false })
  const listConflicts = () =>
    client.list<Conflict>(`/api/conflicts?integration=${source}&state=open`)
  const isOver = async () => {
    const conflicts = await listConflicts()
    const closed = (await site.claims()).filter(({ status }) => status === 'closed').length
    return { conflicts, over: conflicts.length + closed - rows }
  }
  const { conflicts } = await until(
    'every change is reported',
    isOver,
    ({ over }) => over >= changed,
    120_000,
    1_000,
  )
  const rowConflicts = conflicts.filter(({ field }) => field === 'row')
  const overwritten = (await site.claims()).filter(
    ({ id, status, note }) => id >= CHANGED_FROM && (status !== 'open' || note !== null),
  )
  return {
    changed,
    reported: rowConflicts.length,
    withDiff: rowConflicts.filter(
      ({ base, remote_value: now }) =>
        /Claim 5000/.test(text(base)) && text(now).includes('Changed at the source'),
    ).length,
    overwritten: overwritten.length,
  }
}

export function judgeFlow(engine: Engine, flow: FlowFigures, changed: ChangedFigures): Verdict {
  const { rows, tasks, settled, closed, twice, seconds } = flow
  return {
    figures: `${engine}: ${rows} rows, ${tasks} tasks, ${settled} settled, ${closed} closed there, ${twice} twice (${seconds} s), ${changed.reported} of ${changed.changed} changed rows reported, ${changed.overwritten} overwritten`,
    criteria: prefixed(engine, [
      equals('tasks created from rows', tasks, rows),
      equals('tasks with an outcome read back', settled, rows),
      equals('rows closed', closed, rows),
      none('rows closed twice', twice),
      equals('conflicts reported', changed.reported, changed.changed),
      equals('conflicts reported with both versions', changed.withDiff, changed.changed),
      none('changed rows overwritten', changed.overwritten),
    ]),
  }
}
