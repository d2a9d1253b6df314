// Through a connector: only the one that people entered, failures as they were said, and a write that is one however often it is tried.
import assert from 'node:assert/strict'
import { type Change, type EdgeClient, Failure, type FailureKind } from '@task-service/kit'
import {
  type Bench,
  type CallOptions,
  fetchTask,
  type Group,
  unique,
  uniqueMarker,
} from '../bench.ts'
import { failureOf } from './failure-of.ts'

const kinds: FailureKind[] = ['unreachable', 'not_found', 'invalid', 'transient']

/** An item that another user created, and the change that finishes it. */
async function prepare(bench: Bench): Promise<{ change: Change; expect: string }> {
  const { plugin, backend, open } = bench
  const ref = await backend.otherUser.create({ title: unique('To be finished') })
  const statuses = await plugin.discover(open().ctx, 'statuses')
  const status = statuses.find(({ group }) => group === 'done')?.id ?? ''
  const { version } = await fetchTask(bench, ref)
  return { change: { kind: 'update', ref, fields: { status } }, expect: version }
}

const task = {
  id: 'tsk_1',
  number: 1,
  title: 'To be finished',
  status: 'completed',
  result: null,
  assignee: null,
  completedAt: null,
}

async function write(
  bench: Bench,
  { change, expect }: { change: Change; expect: string },
  options: CallOptions & { marker?: string } = {},
) {
  const call = bench.open(options)
  const { marker = uniqueMarker() } = options
  const result = await bench.plugin.push(call.ctx, change, { marker, expect, task })
  const keys = call.edgeAsked.flatMap(({ key }) => (key === undefined ? [] : [key]))
  return { result, keys }
}

async function writesTheOutcome(bench: Bench): Promise<void> {
  const wanted = await prepare(bench)
  const { result } = await write(bench, wanted)
  assert.ok(result.ok, JSON.stringify(result))
  const after = await fetchTask(bench, result.ref)
  assert.equal(after.fields.status, wanted.change.kind === 'update' && wanted.change.fields.status)
  assert.notEqual(after.version, wanted.expect)
}

async function namesItsWrites(bench: Bench): Promise<void> {
  const wanted = await prepare(bench)
  const marker = uniqueMarker()
  const lost: EdgeClient['run'] = async (request) => {
    const rows = await bench.backend.edge?.().run(request)
    if (request.key !== undefined || !rows) {
      throw new Failure('transient', 'No answer.', { maybeDone: true })
    }
    return rows
  }
  const first = bench.open({ edge: { run: lost } })
  const failure = await failureOf(bench, () =>
    bench.plugin.push(first.ctx, wanted.change, { marker, expect: wanted.expect, task }),
  )
  assert.equal(failure.facts.maybeDone, true)
  const [key] = first.edgeAsked.flatMap((asked) => asked.key ?? [])
  assert.ok(key !== undefined, 'a write has a name')
  const again = bench.open({ edge: { run: async () => ({ ...nothing, changed: 1 }) } })
  await bench.plugin
    .push(again.ctx, wanted.change, { marker, expect: wanted.expect, task })
    .catch(() => undefined)
  const keys = again.edgeAsked.flatMap((asked) => asked.key ?? [])
  assert.ok(
    keys.every((one) => one === key),
    'the same for every try',
  )
  const { keys: others } = await write(bench, await prepare(bench))
  assert.ok(!others.includes(key), 'another for another change')
}

const nothing = { columns: [], rows: [], truncated: false, changed: 0, sourceChanged: false }

async function overwritesNothing(bench: Bench): Promise<void> {
  const wanted = await prepare(bench)
  if (wanted.change.kind !== 'update') return
  const { ref } = wanted.change
  const title = unique('Changed since')
  await bench.backend.otherUser.edit(ref, { title })
  const { result } = await write(bench, wanted)
  assert.ok(!result.ok && result.reason === 'conflict', JSON.stringify(result))
  assert.notEqual(result.current.version, wanted.expect)
  const there = await bench.backend.read(ref)
  assert.ok(there !== 'gone' && !there.closed && there.title === title, 'it is as they left it')
}

async function passesFailuresOn(bench: Bench): Promise<void> {
  for (const kind of kinds) {
    const run = async () => {
      throw new Failure(kind, 'Said by the connector.', { fix: 'Fix it.' })
    }
    const { ctx } = bench.open({ edge: { run } })
    const { plugin } = bench
    const ref = { id: '1' }
    for (const call of [
      () => plugin.testConnection(ctx),
      () => Array.fromAsync(plugin.pull(ctx, null, { limit: 10 })),
      () => plugin.fetchOne(ctx, ref),
    ]) {
      const failure = await failureOf(bench, call)
      assert.deepEqual([failure.kind, failure.facts.fix], [kind, 'Fix it.'])
    }
  }
}

function asksItsOwn({ calls, manifest, backend }: Bench): void {
  const config = backend.config()
  const entered = manifest.config
    .filter(({ kind }) => kind === 'connector')
    .map(({ name }) => config[name])
  const asked = calls.flatMap(({ edgeAsked }) => edgeAsked)
  assert.ok(asked.length > 10)
  assert.deepEqual(
    asked.filter(({ connector }) => !entered.includes(connector)),
    [],
  )
}

export const throughConnector: Group = {
  name: 'through a connector',
  skip: ({ manifest }) => manifest.capabilities.edge !== true && 'it reaches the vendor itself',
  cases: [
    { name: 'writes an outcome that reads back', run: writesTheOutcome },
    { name: 'calls a write the same in every try', run: namesItsWrites },
    { name: 'does not overwrite a row that changed since it was read', run: overwritesNothing },
    { name: 'passes failures on as they were said', run: passesFailuresOn },
    { name: 'asks only the connector of its configuration', run: asksItsOwn },
  ],
}
