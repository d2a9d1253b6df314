// Writing: exactly what was asked, once, found again after a lost answer, and nothing dropped in silence.
import assert from 'node:assert/strict'
import type { Change, PushResult, RemoteFields, RemoteRef, TaskField } from '@task-service/kit'
import type { Stored } from '../backend.ts'
import { type Bench, fetchTask, type Group, unique, uniqueMarker } from '../bench.ts'
import { failureOf } from './failure-of.ts'

type Applied = Extract<PushResult, { ok: true }>

export async function pushed(
  bench: Bench,
  change: Change,
  marker: string = uniqueMarker(),
): Promise<Applied> {
  const result = await bench.plugin.push(bench.open().ctx, change, { marker })
  if (!result.ok) assert.fail(`${change.kind}: ${JSON.stringify(result)}`)
  return result
}

export async function createTask(bench: Bench, fields: RemoteFields): Promise<RemoteRef> {
  return (await pushed(bench, { kind: 'create', fields })).ref
}

async function stored({ backend }: Bench, ref: RemoteRef): Promise<Stored> {
  const found = await backend.read(ref)
  if (found === 'gone') return assert.fail(`${ref.id} is not there`)
  return found
}

/** Not every request that is no GET changes something: some vendors search by POST. */
const isWrite = ({ method, path }: { method: string; path: string }): boolean =>
  method !== 'GET' && !/search|query/.test(path)

async function creates(bench: Bench): Promise<void> {
  const title = unique('Made here')
  const marker = uniqueMarker()
  const fields = { title, description: 'With a *text*.' }
  const { ref, skipped } = await pushed(bench, { kind: 'create', fields }, marker)
  assert.deepEqual(skipped, [])
  const there = await stored(bench, ref)
  assert.equal(there.title, title)
  const task = await fetchTask(bench, ref)
  assert.deepEqual([task.fields.title, task.fields.description], [title, 'With a *text*.'])
  if (bench.manifest.capabilities.idempotentCreate !== 'marker') return
  assert.equal(task.marker, marker)
  assert.ok(there.description.includes(marker), 'marked there')
  assert.ok(!JSON.stringify(task.fields).includes(marker), 'and not shown here')
}

/** The vendor did it and the response was lost: a second attempt must find the first. */
async function findsLostCreate(bench: Bench): Promise<void> {
  const { plugin, backend, manifest, open } = bench
  const title = unique('Lost answer')
  const marker = uniqueMarker()
  const change: Change = { kind: 'create', fields: { title, description: 'Once.' } }
  const before = await backend.count()
  const since = new Date()
  bench.proxy().next('lost answer', isWrite)
  const failure = await failureOf(bench, () => plugin.push(open().ctx, change, { marker }))
  assert.equal(failure.facts.maybeDone, true, 'may have been done')
  if (manifest.capabilities.idempotentCreate === 'marker') {
    const found = await plugin.findByMarker?.(open().ctx, marker, since)
    assert.equal(found?.fields.title, title)
    assert.equal(found.marker, marker)
  } else {
    await pushed(bench, change, marker)
  }
  assert.equal(await backend.count(), before + 1, 'one item, not two')
}

async function findsNothingUnmade({ plugin, open }: Bench): Promise<void> {
  const found = await plugin.findByMarker?.(open().ctx, uniqueMarker(), new Date())
  assert.equal(found, null)
}

async function writesOnlyWhatIsNamed(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await createTask(bench, { title: unique('Partly'), description: 'Ours.' })
  const before = await fetchTask(bench, ref)
  await otherUser.edit(ref, { description: 'Theirs.' })
  const title = unique('Only the title')
  await pushed(bench, { kind: 'update', ref, fields: { title } })
  const after = await fetchTask(bench, ref)
  assert.deepEqual([after.fields.title, after.fields.description], [title, 'Theirs.'])
  assert.equal(after.fields.status, before.fields.status)
}

async function keepsMarker(bench: Bench): Promise<void> {
  const ref = await createTask(bench, { title: unique('Marked'), description: 'One.' })
  const { marker } = await fetchTask(bench, ref)
  await pushed(bench, { kind: 'update', ref, fields: { description: 'Two.' } })
  const after = await fetchTask(bench, ref)
  assert.deepEqual([after.fields.description, after.marker], ['Two.', marker])
}

async function closesAndReopens(bench: Bench): Promise<void> {
  const { plugin, open } = bench
  const statuses = await plugin.discover(open().ctx, 'statuses')
  const ref = await createTask(bench, { title: unique('Worked on') })
  const { status: initial = '' } = (await fetchTask(bench, ref)).fields
  const done = statuses.find(({ group }) => group === 'done')?.id ?? ''
  for (const [status, isClosed] of [
    [done, true],
    [initial, false],
  ] as const) {
    const { skipped } = await pushed(bench, { kind: 'update', ref, fields: { status } })
    assert.deepEqual(skipped, [])
    assert.equal((await fetchTask(bench, ref)).fields.status, status)
    assert.equal((await stored(bench, ref)).closed, isClosed)
  }
}

async function comments(bench: Bench): Promise<void> {
  const { plugin, open } = bench
  const { self } = await plugin.testConnection(open().ctx)
  const ref = await createTask(bench, { title: unique('Commented') })
  const marker = uniqueMarker()
  const body = 'Said *here*.'
  const { commentId } = await pushed(bench, { kind: 'comment', ref, body }, marker)
  const [comment, ...others] = (await fetchTask(bench, ref)).comments ?? []
  assert.deepEqual(others, [])
  assert.deepEqual(
    { body: comment?.body, marker: comment?.marker, author: comment?.author.id },
    { body, marker, author: self.id },
  )
  if (commentId !== undefined) assert.equal(comment?.id, commentId)
  assert.equal((await stored(bench, ref)).comments.length, 1)
}

async function findsLostComment(bench: Bench): Promise<void> {
  const { plugin, open } = bench
  const ref = await createTask(bench, { title: unique('Half heard') })
  const marker = uniqueMarker()
  bench.proxy().next('lost answer', isWrite)
  const change: Change = { kind: 'comment', ref, body: 'Once.' }
  const failure = await failureOf(bench, () => plugin.push(open().ctx, change, { marker }))
  assert.equal(failure.facts.maybeDone, true, 'may have been done')
  const { comments: found = [] } = await fetchTask(bench, ref)
  assert.equal(found.filter((comment) => comment.marker === marker).length, 1)
}

async function saysWhatItSkips(bench: Bench): Promise<void> {
  const { manifest } = bench
  const values: Record<TaskField, RemoteFields> = {
    title: { title: 'A title' },
    description: { description: 'A text' },
    status: { status: 'no-such-status' },
    priority: { priority: '1' },
    assignee: { assignee: '1' },
    labels: { labels: ['one'] },
    due_at: { due_at: '2031-05-06T00:00:00.000Z' },
  }
  const fixed = Object.entries(values).filter(
    ([field]) => manifest.fields[field as TaskField]?.access !== 'readwrite', // the keys are its fields
  )
  const ref = await createTask(bench, { title: unique('Fixed') })
  for (const [field, fields] of fixed) {
    const { skipped } = await pushed(bench, { kind: 'update', ref, fields })
    const said = skipped.find((one) => one.field === field)
    assert.ok(said !== undefined && said.why !== '', `${field} was dropped`)
  }
}

async function refusesUnknownStatus(bench: Bench): Promise<void> {
  const { plugin, open } = bench
  const ref = await createTask(bench, { title: unique('No such status') })
  const change: Change = { kind: 'update', ref, fields: { status: 'no-such-status' } }
  try {
    const result = await plugin.push(open().ctx, change, { marker: uniqueMarker() })
    const said = result.ok && result.skipped.some(({ field }) => field === 'status')
    assert.ok(said, 'a status that is not there was taken')
  } catch (error) {
    const failure = await failureOf(bench, () => Promise.reject(error))
    assert.equal(failure.kind, 'invalid')
  }
}

async function writesChoices(bench: Bench): Promise<void> {
  const { manifest, plugin, open } = bench
  const ref = await createTask(bench, { title: unique('Chosen') })
  const check = async (fields: RemoteFields) => {
    const { skipped } = await pushed(bench, { kind: 'update', ref, fields })
    assert.deepEqual(skipped, [])
    const after = await fetchTask(bench, ref)
    for (const [name, value] of Object.entries(fields)) {
      assert.deepEqual(after.fields[name as TaskField], value, name) // the keys are its fields
    }
  }
  const isWritable = (field: TaskField) => manifest.fields[field]?.access === 'readwrite'
  if (isWritable('priority')) {
    for (const { id } of await plugin.discover(open().ctx, 'priorities'))
      await check({ priority: id })
  }
  const [person] = await plugin.discover(open().ctx, 'people')
  if (isWritable('assignee') && person !== undefined) {
    await check({ assignee: person.id })
    await check({ assignee: null })
  }
  if (isWritable('labels')) await check({ labels: ['one', 'two'] })
  // A day at midnight: a time would be lost where there are only days.
  if (isWritable('due_at')) await check({ due_at: '2031-05-06T00:00:00.000Z' })
}

async function saysGone({ plugin, manifest, backend, open }: Bench): Promise<void> {
  const ref = await backend.otherUser.create({ title: unique('Deleted since') })
  await backend.otherUser.remove?.(ref)
  const changes: Change[] = [
    { kind: 'update', ref, fields: { title: 'Too late' } },
    ...(manifest.capabilities.comments === 'readwrite'
      ? [{ kind: 'comment' as const, ref, body: 'Too late' }]
      : []),
  ]
  for (const change of changes) {
    const result = await plugin.push(open().ctx, change, { marker: uniqueMarker() })
    assert.ok(!result.ok && result.reason === 'gone', change.kind)
  }
}

const makesNothing = ({ manifest }: Bench) =>
  !manifest.capabilities.create && 'the integration makes no items'

const writesNoComments = ({ manifest }: Bench) =>
  (manifest.capabilities.comments !== 'readwrite' || !manifest.capabilities.create) &&
  'the integration writes no comments'

export const writing: Group = {
  name: 'writing',
  cases: [
    { name: 'creates an item with an invisible marker', skip: makesNothing, run: creates },
    {
      name: 'finds what it made when the answer was lost',
      skip: makesNothing,
      run: findsLostCreate,
    },
    {
      name: 'finds nothing that was never made',
      skip: ({ plugin }) => plugin.findByMarker === undefined && 'it marks nothing',
      run: findsNothingUnmade,
    },
    {
      name: 'writes what is named and leaves what another person wrote',
      skip: makesNothing,
      run: writesOnlyWhatIsNamed,
    },
    {
      name: 'keeps its marker when it rewrites the text',
      skip: ({ plugin }) => plugin.findByMarker === undefined && 'it marks nothing',
      run: keepsMarker,
    },
    { name: 'closes and reopens', skip: makesNothing, run: closesAndReopens },
    { name: 'comments in its own name, marked', skip: writesNoComments, run: comments },
    {
      name: 'finds its comment when the answer was lost',
      skip: writesNoComments,
      run: findsLostComment,
    },
    {
      name: 'says which fields it cannot write, each with a reason',
      skip: makesNothing,
      run: saysWhatItSkips,
    },
    {
      name: 'does not pretend to take a status that is not there',
      skip: makesNothing,
      run: refusesUnknownStatus,
    },
    {
      name: 'writes what can be chosen, and takes an assignee away',
      skip: makesNothing,
      run: writesChoices,
    },
    {
      name: 'says that a deleted item cannot be written',
      skip: ({ backend }) => backend.otherUser.remove === undefined && 'the vendor deletes nothing',
      run: saysGone,
    },
  ],
}
