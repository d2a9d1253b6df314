// Reading what changed: no issue lost whatever happens between two pages, no pull request, every comment.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isFailure, type RemoteTask } from '@task-service/kit'
import { type Cursor, fetchOne, findByMarker, pull } from './pull.ts'
import { push } from './push.ts'
import { useScene } from './testing/scene.ts'

const scene = useScene()

type Pulled = { tasks: RemoteTask[]; cursor: Cursor | null; deleted: string[] }

async function pullAll(
  cursor: Cursor | null = null,
  limit = 100,
  onItem = () => {},
): Promise<Pulled> {
  const pulled: Pulled = { tasks: [], cursor, deleted: [] }
  for await (const item of pull(scene().ctx, cursor, { limit })) {
    if (item.kind === 'upsert') pulled.tasks.push(item.task)
    if (item.kind === 'delete') pulled.deleted.push(item.ref.id)
    if (item.kind === 'checkpoint') pulled.cursor = item.cursor
    onItem()
  }
  return pulled
}

const ids = ({ tasks }: Pulled): string[] => tasks.map(({ ref }) => ref.id)
const clock = (at: string | null): void => scene().controls.setClock({ at })

describe('a pull', () => {
  test('brings every issue once, with its comments, and no pull request', async () => {
    const { controls } = scene()
    for (let n = 1; n <= 7; n++) {
      clock(`2026-05-01T10:00:0${n}Z`)
      controls.createIssue({ title: `Issue ${n}`, pull: n === 3 })
    }
    controls.createComment({ number: 2, body: 'first' })
    controls.createComment({ number: 3, body: 'of a pull request' })
    const pulled = await pullAll(null, 2)
    assert.deepEqual(new Set(ids(pulled)), new Set(['1', '2', '4', '5', '6', '7']))
    assert.equal(pulled.tasks.length, 6)
    const second = pulled.tasks.find(({ ref }) => ref.id === '2')
    assert.deepEqual(
      second?.comments?.map(({ body, author }) => [body, author.id]),
      [['first', 'alice']],
    )
    assert.deepEqual(pulled.cursor?.issues, '2026-05-01T10:00:07Z')
  })

  test('asks whether a list is still the same, and reads it again once it is not', async () => {
    const { controls } = scene()
    clock('2026-05-01T10:00:00Z')
    for (let n = 1; n <= 3; n++) controls.createIssue({ title: `Issue ${n}` })
    controls.createComment({ number: 1, body: 'first' })
    const statuses = (): (number | null)[] =>
      controls
        .listRequests()
        .splice(0)
        .map(({ status }) => status)
    const first = await pullAll()
    const second = await pullAll(first.cursor)
    assert.deepEqual(ids(second).toSorted(), ['1', '2', '3'])
    statuses()
    const third = await pullAll(second.cursor)
    assert.deepEqual([ids(third), statuses()], [[], [304, 304]])
    assert.deepEqual(third.cursor, second.cursor)
    controls.editIssue({ number: 2, title: 'In the same second' })
    const fourth = await pullAll(third.cursor)
    assert.ok(fourth.tasks.some(({ fields }) => fields.title === 'In the same second'))
    assert.ok(statuses().includes(304), 'the comments are the same')
  })

  test('loses nothing when an issue that was read changes between two pages', async () => {
    const { controls } = scene()
    for (let n = 1; n <= 9; n++) {
      clock(`2026-05-01T10:00:0${n}Z`)
      controls.createIssue({ title: `Issue ${n}` })
    }
    clock('2026-05-01T10:00:30Z')
    let count = 0
    const pulled = await pullAll(null, 3, () => {
      count += 1
      if (count === 4) controls.editIssue({ number: 1, title: 'Issue 1, changed' })
    })
    assert.equal(new Set(ids(pulled)).size, 9)
    assert.equal(pulled.tasks.at(-1)?.fields.title, 'Issue 1, changed')
  })

  test('reads a second with more issues than a page whole, also when one of them moves away', async () => {
    const { controls } = scene()
    clock('2026-05-01T10:00:00Z')
    for (let n = 1; n <= 11; n++) controls.createIssue({ title: `Issue ${n}` })
    let count = 0
    const pulled = await pullAll(null, 3, () => {
      count += 1
      if (count !== 5) return
      clock('2026-05-01T10:00:01Z')
      controls.editIssue({ number: 2, title: 'moved' })
    })
    assert.equal(new Set(ids(pulled)).size, 11)
    assert.ok(pulled.tasks.some(({ fields }) => fields.title === 'moved'))
  })

  test('sees the second of two changes in one second, as another version', async () => {
    const { controls } = scene()
    clock('2026-05-01T10:00:00Z')
    controls.createIssue({ title: 'before' })
    const first = await pullAll()
    controls.editIssue({ number: 1, title: 'after' })
    const second = await pullAll(first.cursor)
    assert.equal(second.tasks[0]?.fields.title, 'after')
    assert.equal(second.tasks[0]?.updatedAt, first.tasks[0]?.updatedAt)
    assert.notEqual(second.tasks[0]?.version, first.tasks[0]?.version)
  })

  test('finds an edited comment although its issue keeps its time', async () => {
    const { controls } = scene()
    clock('2026-05-01T10:00:00Z')
    controls.createIssue({ title: 'An issue' })
    const { id } = controls.createComment({ number: 1, body: 'before' })
    controls.createIssue({ title: 'A pull request', pull: true })
    const ofPull = controls.createComment({ number: 2, body: 'before' })
    const first = await pullAll()
    clock('2026-05-01T11:00:00Z')
    controls.editComment({ id, body: 'after' })
    controls.editComment({ id: ofPull.id, body: 'after' })
    const second = await pullAll(first.cursor)
    assert.equal(second.tasks.at(-1)?.comments?.[0]?.body, 'after')
    assert.deepEqual(new Set(ids(second)), new Set(['1']))
    const third = await pullAll(second.cursor)
    assert.equal(third.cursor?.comments, '2026-05-01T11:00:00Z')
  })

  test('resumes from any checkpoint', async () => {
    const { controls, ctx } = scene()
    for (let n = 1; n <= 9; n++) {
      clock(`2026-05-01T10:00:0${n}Z`)
      controls.createIssue({ title: `Issue ${n}` })
    }
    const cursors: (Cursor | null)[] = [null]
    const seenBefore = [new Set<string>()]
    const seen = new Set<string>()
    for await (const item of pull(ctx, null, { limit: 2 })) {
      if (item.kind === 'upsert') seen.add(item.task.ref.id)
      if (item.kind === 'checkpoint') {
        cursors.push(item.cursor)
        seenBefore.push(new Set(seen))
      }
    }
    for (const [at, cursor] of cursors.entries()) {
      const rest = await pullAll(cursor, 2)
      assert.equal(new Set([...(seenBefore[at] ?? []), ...ids(rest)]).size, 9)
    }
  })

  test('gives a checkpoint where there is nothing', async () => {
    const empty = await pullAll()
    assert.deepEqual(empty.cursor, { issues: null, comments: null, lists: {} })
    scene().controls.createIssue({ title: 'The first' })
    assert.deepEqual(ids(await pullAll(empty.cursor)), ['1'])
  })

  test('an issue that is deleted while it is read is a deletion', async () => {
    const { controls, proxy } = scene()
    controls.createIssue({ title: 'Short-lived' })
    controls.createComment({ number: 1, body: 'and its comment' })
    proxy.next({ status: 410 }, ({ path }) => path.includes('/issues/1/comments'))
    proxy.next({ status: 410 }, ({ path }) => path.endsWith('/issues/1'))
    assert.deepEqual((await pullAll()).deleted, ['1'])
  })
})

describe('one issue', () => {
  test('is gone when it was deleted, moved, never there, or is a pull request', async () => {
    const { controls, ctx } = scene()
    controls.deleteIssue({ number: controls.createIssue({ title: 'Deleted' }).number })
    const to = 'https://api.github.test/repositories/7/issues/1'
    controls.transferIssue({ number: controls.createIssue({ title: 'Moved' }).number, to })
    controls.createIssue({ title: 'Pull request', pull: true })
    for (const id of ['1', '2', '3', '99']) {
      const found = await fetchOne(ctx, { id })
      assert.ok('gone' in found, id)
    }
  })

  test('is not gone when only the token lost its right', async () => {
    const { controls, ctx } = scene()
    controls.createIssue({ title: 'Still there' })
    controls.grant({
      token: 'github_pat_11EMULATOR_writes',
      login: 'acme-bot',
      issues: 'none',
      hooks: false,
      push: false,
    })
    await assert.rejects(fetchOne(ctx, { id: '1' }), (error) => isFailure(error, 'not_found'))
  })

  test('is found by its marker among newer ones, and only by its own', async () => {
    const { controls, ctx } = scene()
    const madeSince = new Date()
    const options = { marker: 'lnk_01a-b:create' }
    const made = await push(ctx, { kind: 'create', fields: { title: 'Marked' } }, options)
    for (let n = 0; n < 120; n++) controls.createIssue({ title: `Newer ${n}` })
    const found = await findByMarker(ctx, options.marker, madeSince)
    assert.ok(made.ok)
    assert.deepEqual([found?.ref, found?.fields.description], [made.ref, ''])
    assert.equal(await findByMarker(ctx, 'lnk_01a-b:other', madeSince), null)
  })
})
