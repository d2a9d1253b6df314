// Pulling: every change once, whatever happens between pages and from whichever checkpoint it resumes.
import assert from 'node:assert/strict'
import type { Json, RemoteRef } from '@task-service/kit'
import {
  addTo,
  type Bench,
  catchUp,
  dedupe,
  type Group,
  lastCursor,
  nothingPulled,
  pullAll,
  unique,
  versionsOf,
  withoutComments,
} from '../bench.ts'

async function createMany({ backend }: Bench, count: number): Promise<RemoteRef[]> {
  const refs: RemoteRef[] = []
  for (let n = 0; n < count; n += 1) {
    refs.push(await backend.otherUser.create({ title: unique(`Of many ${n}`) }))
  }
  return refs
}

/** Hours apart, so that going back by the overlap brings none of them a second time. */
async function createOld(bench: Bench, count: number): Promise<RemoteRef[]> {
  const refs = await createMany(bench, count)
  for (const [at, ref] of refs.entries()) {
    await bench.backend.backdate?.(ref, new Date(Date.now() - (count + 1 - at) * 3_600_000))
  }
  return refs
}

async function pullsEveryChangeOnce(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  await catchUp(bench)
  const title = unique('Made')
  const ref = await otherUser.create({ title, description: 'At first.' })
  const first = await catchUp(bench)
  assert.deepEqual(
    versionsOf(first.tasks, ref).map(({ fields }) => [fields.title, fields.description]),
    [[title, 'At first.']],
  )
  await otherUser.edit(ref, { title: `${title} again` })
  const second = await catchUp(bench)
  assert.deepEqual(
    versionsOf(second.tasks, ref)
      .map(({ fields }) => fields.title)
      .filter((one) => one !== title),
    [`${title} again`],
  )
  const all = dedupe([...first.tasks, ...second.tasks]).filter((task) => task.ref.id === ref.id)
  assert.equal(all.length, 2, 'two states, each once')
}

/** Edits follow each other faster than the resolution of the vendor's timestamps. */
async function seesEditsOfOneSecond(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await otherUser.create({ title: unique('Quick') })
  await catchUp(bench)
  for (const word of ['one', 'two', 'three']) {
    const title = unique(word)
    await otherUser.edit(ref, { title })
    const { tasks } = await catchUp(bench)
    assert.equal(versionsOf(tasks, ref).at(-1)?.fields.title, title)
  }
}

async function seesCommentRightAfterEdit(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await otherUser.create({ title: unique('Talked about') })
  await otherUser.edit(ref, { description: 'Edited.' })
  await catchUp(bench)
  const body = unique('Said at once')
  await otherUser.comment(ref, body)
  const { tasks } = await catchUp(bench)
  const comments = versionsOf(tasks, ref).flatMap((task) => task.comments ?? [])
  assert.ok(
    comments.some((comment) => comment.body === body),
    'the comment came with a pull',
  )
}

/** What moves to the end while pages are read must not make others slip through. */
async function losesNothingBetweenPages(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const refs = await createOld(bench, 8)
  const [first, second] = refs as [RemoteRef, RemoteRef] // eight were made
  const pulled = nothingPulled()
  let inserted: RemoteRef | undefined
  const moved = unique('Moved to the end')
  const { ctx } = bench.open()
  for await (const item of bench.plugin.pull(ctx, null, { limit: 3 })) {
    addTo(pulled, item)
    if (item.kind !== 'checkpoint' || inserted !== undefined) continue
    await otherUser.edit(first, { title: moved })
    await otherUser.edit(second, { description: moved })
    inserted = await otherUser.create({ title: unique('Inserted') })
  }
  assert.ok(pulled.checkpoints.length >= 3, `${pulled.checkpoints.length} pages`)
  for (const ref of refs) {
    assert.ok(
      pulled.tasks.some((task) => task.ref.id === ref.id),
      `${ref.id} was skipped`,
    )
  }
  const later = await pullAll(bench, lastCursor(pulled))
  const seen = [...pulled.tasks, ...later.tasks]
  assert.ok(
    seen.some((task) => task.ref.id === inserted?.id),
    'what came between',
  )
  assert.equal(versionsOf(seen, first).at(-1)?.fields.title, moved)
  assert.equal(versionsOf(seen, second).at(-1)?.fields.description, moved)
}

/** At most so many, from the first to the last: each costs a pull. */
function spread<T>(all: readonly T[], most: number): T[] {
  const step = Math.max(1, (all.length - 1) / (most - 1))
  return all.filter((_, at) => Math.round(Math.round(at / step) * step) === at)
}

async function resumesFromAnyCheckpoint(bench: Bench): Promise<void> {
  const refs = await createOld(bench, 9)
  const whole = await pullAll(bench, null, { limit: 4 })
  const wanted = new Set(refs.map(({ id }) => id))
  for (const { cursor, tasks } of spread(whole.checkpoints, 3)) {
    const rest = await pullAll(bench, JSON.parse(JSON.stringify(cursor)) as Json, { limit: 4 }) // as from the database
    const seen = new Set([...whole.tasks.slice(0, tasks), ...rest.tasks].map(({ ref }) => ref.id))
    assert.deepEqual(
      [...wanted].filter((id) => !seen.has(id)),
      [],
      `after ${tasks} tasks`,
    )
  }
}

async function endsWithCheckpoint(bench: Bench): Promise<void> {
  await catchUp(bench)
  const { ctx } = bench.open()
  let last: string | undefined
  for await (const item of bench.plugin.pull(ctx, bench.cursor, { limit: 100 })) last = item.kind
  assert.equal(last, 'checkpoint')
}

async function readsEverythingInFull(bench: Bench): Promise<void> {
  const { backend } = bench
  const ref = await backend.otherUser.create({ title: unique('Closed long ago') })
  await backend.otherUser.close(ref)
  await catchUp(bench)
  await backend.backdate?.(ref, new Date(Date.now() - 86_400_000))
  const full = await pullAll(bench, bench.cursor, { full: true })
  const ids = new Set(full.tasks.map((task) => task.ref.id))
  assert.equal(ids.size, await backend.count(), 'as many as there are')
  assert.ok(ids.has(ref.id), 'closed ones too')
  if (full.total !== undefined) assert.ok(full.total >= ids.size, 'no more than announced')
}

async function findsDeletionBySweep(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await otherUser.create({ title: unique('Short-lived') })
  await catchUp(bench)
  await otherUser.remove?.(ref)
  const { deleted } = await catchUp(bench)
  const full = await pullAll(bench, bench.cursor, { full: true })
  const isReported = deleted.some(({ id }) => id === ref.id)
  const isMissing = !full.tasks.some((task) => task.ref.id === ref.id)
  assert.ok(isReported || isMissing, 'reported, or missing from a full pull')
  if (bench.manifest.capabilities.deletes === 'event') assert.ok(isReported, 'reported')
}

export const pulling: Group = {
  name: 'pulling',
  cases: [
    {
      name: 'loses nothing when items change and come between pages',
      run: losesNothingBetweenPages,
    },
    {
      name: 'resumes from any checkpoint, as stored in a database',
      run: resumesFromAnyCheckpoint,
    },
    { name: 'brings a new item and its change, each once', run: pullsEveryChangeOnce },
    { name: 'brings the last of several edits of one second', run: seesEditsOfOneSecond },
    {
      name: 'brings a comment made right after an edit',
      skip: withoutComments,
      run: seesCommentRightAfterEdit,
    },
    { name: 'ends with a checkpoint when nothing is new', run: endsWithCheckpoint },
    { name: 'in full, brings everything, closed items too', run: readsEverythingInFull },
    {
      name: 'lets a deletion be found',
      skip: ({ manifest, backend }) =>
        (manifest.capabilities.deletes === 'none' || backend.otherUser.remove === undefined) &&
        'the vendor deletes nothing',
      run: findsDeletionBySweep,
    },
  ],
}
