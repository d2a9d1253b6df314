// One item as it is there: what it says, that it differs after every change, and that it is gone.
import assert from 'node:assert/strict'
import type { RemoteTask } from '@task-service/kit'
import {
  type Bench,
  catchUp,
  fetchTask,
  type Group,
  hasComments,
  unique,
  uniqueMarker,
  versionsOf,
  withoutComments,
} from '../bench.ts'

const isTime = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(text) && !Number.isNaN(Date.parse(text))

/** Versions of a list and of a single read may differ; what they say may not. */
const factsOf = ({ ref, key, url, createdAt, fields, marker }: RemoteTask) => ({
  ref,
  key,
  url,
  createdAt,
  fields,
  marker,
})

async function agreesWithPull(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await otherUser.create({ title: unique('Both ways'), description: 'A **text**.' })
  if (hasComments(bench)) await otherUser.comment(ref, 'A comment.')
  const { tasks } = await catchUp(bench)
  const pulled = versionsOf(tasks, ref).at(-1)
  assert.ok(pulled !== undefined)
  const fetched = await fetchTask(bench, ref)
  assert.deepEqual(factsOf(pulled), factsOf(fetched))
  assert.ok(isTime(fetched.createdAt) && isTime(fetched.updatedAt), 'times in UTC')
  assert.match(fetched.url, /^https?:\/\/|^$/)
  assert.notEqual(fetched.key, '')
  assert.deepEqual(JSON.parse(JSON.stringify(fetched)), fetched)
}

async function differsAfterEveryChange(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await otherUser.create({ title: unique('Versions') })
  const versions = [(await fetchTask(bench, ref)).version]
  const changes = [
    () => otherUser.edit(ref, { title: unique('Versions') }),
    () => otherUser.edit(ref, { description: unique('Text') }),
    ...(hasComments(bench) ? [() => otherUser.comment(ref, unique('Comment'))] : []),
    () => otherUser.close(ref),
    () => otherUser.reopen(ref),
  ]
  for (const change of changes) {
    await change()
    versions.push((await fetchTask(bench, ref)).version)
  }
  // What goes back to how it was within a second may get its old version back.
  for (const [at, version] of versions.entries())
    assert.notEqual(version, versions[at + 1], `change ${at}`)
  assert.equal(
    (await fetchTask(bench, ref)).version,
    versions.at(-1),
    'the same while nothing changes',
  )
}

async function givesComments(bench: Bench): Promise<void> {
  const { otherUser } = bench.backend
  const ref = await otherUser.create({ title: unique('Discussed') })
  await otherUser.comment(ref, 'First, with **weight**.')
  await otherUser.comment(ref, 'Second.')
  const { comments = [] } = await fetchTask(bench, ref)
  assert.deepEqual(
    comments.map(({ body, marker }) => ({ body, marker })),
    [
      { body: 'First, with **weight**.', marker: undefined },
      { body: 'Second.', marker: undefined },
    ],
  )
  for (const { id, author, createdAt } of comments) {
    assert.ok(id !== '' && author.id !== '' && author.name !== '' && isTime(createdAt))
  }
}

async function followsClosing(bench: Bench): Promise<void> {
  const { plugin, backend, open } = bench
  const statuses = await plugin.discover(open().ctx, 'statuses')
  const groupOf = (task: RemoteTask) => statuses.find(({ id }) => id === task.fields.status)?.group
  const ref = await backend.otherUser.create({ title: unique('Open and shut') })
  assert.ok(['open', 'started'].includes(groupOf(await fetchTask(bench, ref)) ?? ''), 'made open')
  await backend.otherUser.close(ref)
  assert.ok(['done', 'canceled'].includes(groupOf(await fetchTask(bench, ref)) ?? ''), 'closed')
  await backend.otherUser.reopen(ref)
  assert.ok(['open', 'started'].includes(groupOf(await fetchTask(bench, ref)) ?? ''), 'reopened')
}

async function saysGone({ plugin, backend, open }: Bench): Promise<void> {
  const ref = await backend.otherUser.create({ title: unique('Gone') })
  await backend.otherUser.remove?.(ref)
  const found = await plugin.fetchOne(open().ctx, ref)
  assert.ok('gone' in found && found.why !== '')
}

/** Some servers give the id of a deleted item to the next one. */
async function isNotTakenIn(bench: Bench): Promise<void> {
  const { plugin, backend, open } = bench
  const { ref } = await fetchTask(
    bench,
    await backend.otherUser.create({ title: unique('Before') }),
  )
  const before = { ...ref, createdAt: '2001-02-03T04:05:06Z' }
  const found = await plugin.fetchOne(open().ctx, before)
  assert.ok('gone' in found, 'an item of the same id made at another time is another one')
  const result = await plugin.push(
    open().ctx,
    { kind: 'update', ref: before, fields: { title: 'Written into a stranger' } },
    { marker: uniqueMarker() },
  )
  assert.ok(!result.ok && result.reason === 'gone', 'and is not written to')
}

export const reading: Group = {
  name: 'reading one item',
  cases: [
    { name: 'says the same as a pull', run: agreesWithPull },
    { name: 'differs after every change, also of one second', run: differsAfterEveryChange },
    {
      name: 'gives the comments in order, with their authors',
      skip: withoutComments,
      run: givesComments,
    },
    { name: 'follows closing and reopening', run: followsClosing },
    {
      name: 'says that a deleted item is gone',
      skip: ({ backend }) => backend.otherUser.remove === undefined && 'the vendor deletes nothing',
      run: saysGone,
    },
    {
      name: 'does not take an item for one that had its id before',
      skip: ({ backend }) => backend.reusesIds !== true && 'the vendor gives no id twice',
      run: isNotTakenIn,
    },
  ],
}
