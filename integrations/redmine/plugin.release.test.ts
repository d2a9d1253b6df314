// What is Redmine's alone, on a real one: its clock, its rights, its workflow, its numbers.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { isFailure, type PullItem, type PullOptions, type RemoteTask } from '@task-service/kit'
import { plugin } from './plugin.ts'
import type { Cursor } from './pull.ts'
import { skipWithoutRedmine } from './testing/redmine-backend.ts'
import { contextFor, type TestContext } from './testing/redmine-context.ts'
import { statuses } from './testing/redmine-hands.ts'
import { readPage } from './testing/redmine-pages.ts'
import { type RedmineServer, startRedmine } from './testing/redmine-server.ts'

type Items = PullItem<Cursor>[]

const pull = (
  ctx: TestContext,
  cursor: Cursor | null,
  options: PullOptions = { limit: 100 },
): Promise<Items> => Array.fromAsync(plugin.pull(ctx, cursor, options))

const tasksOf = (items: Items): RemoteTask[] =>
  items.flatMap((item) => (item.kind === 'upsert' ? [item.task] : []))

function cursorOf(items: Items): Cursor {
  const last = items.at(-1)
  return last?.kind === 'checkpoint' ? last.cursor : assert.fail('no checkpoint at the end')
}

const marker = 'lnk_1'

describe('Redmine', { skip: skipWithoutRedmine() }, () => {
  let server: RedmineServer
  let ctx: TestContext
  before(async () => void (server = await startRedmine()))
  after(() => server.stop())
  beforeEach(() => void (ctx = contextFor(server.url)))

  test('a look without news is one request, and so is a sweep of up to a hundred', async (t) => {
    for (const title of ['One', 'Two', 'Three']) await server.alice.create({ title })
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() })
    let cursor = cursorOf(await pull(ctx, null))
    // What may have been read in the second of its change is read once more.
    t.mock.timers.tick(3_000)
    cursor = cursorOf(await pull(ctx, cursor))
    assert.equal(ctx.asked.length, 8, 'a list and three issues, twice')
    assert.deepEqual(tasksOf(await pull(ctx, cursor)), [])
    assert.equal(ctx.asked.length, 9)
    assert.equal(tasksOf(await pull(ctx, cursor, { limit: 100, full: true })).length, 3)
    assert.equal(ctx.asked.length, 10)
  })

  test('130 issues of one second come once each, in pages of 50, while one of them changes', async () => {
    await server.reset()
    await server.fill(130, 'one second')
    const items: Items = []
    for await (const item of plugin.pull(ctx, null, { limit: 50 })) {
      items.push(item)
      const isSecond = items.filter(({ kind }) => kind === 'checkpoint').length === 2
      if (item.kind === 'checkpoint' && isSecond)
        await server.alice.edit({ id: '100' }, { title: 'Moved' })
    }
    assert.deepEqual(items[0], { kind: 'total', count: 130 })
    const ids = tasksOf(items).map(({ ref }) => Number(ref.id))
    const counts = new Map(ids.map((id) => [id, ids.filter((one) => one === id).length]))
    assert.deepEqual(
      [...counts.keys()].toSorted((a, b) => a - b),
      Array.from({ length: 130 }, (_, n) => n + 1),
    )
    assert.deepEqual(
      [...counts].filter(([id, count]) => id !== 100 && count !== 1),
      [],
    )
    assert.equal(tasksOf(items).findLast(({ ref }) => ref.id === '100')?.fields.title, 'Moved')
  })

  test('reports missing permissions, and accounts that may not see the project', async () => {
    const connectAs = (who: Parameters<typeof contextFor>[1]) =>
      plugin.testConnection(contextFor(server.url, who))
    assert.deepEqual((await connectAs('admin')).missingScopes, [])
    assert.deepEqual((await connectAs('reporter')).missingScopes, ['Edit issues'])
    await assert.rejects(connectAs('stranger'), (error) => isFailure(error, 'forbidden'))
    const nowhere = contextFor(server.url, 'syncbot', { project: 'nowhere' })
    await assert.rejects(plugin.testConnection(nowhere), (error) => isFailure(error, 'not_found'))
  })

  test('warns of Textile, chosen or seen', async () => {
    const textile = contextFor(server.url, 'syncbot', { text_format: 'textile' })
    assert.match((await plugin.testConnection(textile)).warnings.join(), /Textile is not converted/)
    assert.deepEqual((await plugin.testConnection(ctx)).warnings, [])
    const ref = await server.alice.create({
      title: 'Old',
      description: 'h2. Title\n\n"a":http://b.c',
    })
    assert.match((await plugin.testConnection(ctx)).warnings.join(), /look like Textile/)
    await server.alice.remove(ref)
  })

  test('says what the workflow allows instead, and what a right forbids', async () => {
    const ref = await server.alice.create({ title: 'Guarded' })
    const change = { kind: 'update' as const, ref, fields: { title: 'Taken', status: '2' } }
    const result = await plugin.push(contextFor(server.url, 'reporter'), change, { marker })
    assert.ok(result.ok)
    const whys = Object.fromEntries(result.skipped.map(({ field, why }) => [field, why]))
    assert.match(whys['status'] ?? '', /from "New": "New", "Closed"/)
    assert.match(whys['title'] ?? '', /missing permission/)
    const stored = await server.alice.read(ref)
    assert.ok(stored !== 'gone' && stored.title === 'Guarded')
  })

  test('makes an issue in a status that none begins with, with a custom field', async () => {
    const fields = { title: 'Begun', status: String(statuses.inProgress), custom: { '1': 'ACME' } }
    const made = await plugin.push(ctx, { kind: 'create', fields }, { marker: 'lnk_begun' })
    assert.ok(made.ok)
    assert.deepEqual(made.skipped, [])
    const task = await plugin.fetchOne(ctx, made.ref)
    assert.ok('fields' in task)
    assert.deepEqual([task.fields.status, task.fields.custom], ['2', { '1': 'ACME' }])
  })

  test('says in Redmine’s words why it was refused', async () => {
    const change = { kind: 'create' as const, fields: { title: 'x'.repeat(300) } }
    await assert.rejects(plugin.push(ctx, change, { marker }), (error) => {
      assert.ok(isFailure(error, 'invalid'))
      assert.match(error.facts.vendorText ?? '', /Subject is too long/)
      return true
    })
  })

  test('private notes stay there', async () => {
    const ref = await server.alice.create({ title: 'Discreet' })
    await server.alice.change(ref, { notes: 'For a few.', private_notes: true })
    await server.alice.comment(ref, 'For all.')
    const task = await plugin.fetchOne(ctx, ref)
    assert.ok('comments' in task)
    assert.deepEqual(
      task.comments?.map(({ body }) => body),
      ['For all.'],
    )
  })

  test('a number that was given to another issue is not the old one', async () => {
    const old = await server.alice.create({ title: 'Old' })
    await server.alice.remove(old)
    // The clock of the second issue must show another second.
    await server.waitForNextSecond()
    const next = await server.alice.create({ title: 'Next' })
    assert.equal(next.id, old.id, 'SQLite gives the number again')
    const found = await plugin.fetchOne(ctx, old)
    assert.ok('gone' in found)
    const result = await plugin.push(
      ctx,
      { kind: 'comment', ref: old, body: 'Too late' },
      { marker },
    )
    assert.ok(!result.ok && result.reason === 'gone')
  })

  test('an issue that was moved away is gone, one of a project that is closed to us is not', async () => {
    const ref = await server.alice.create({ title: 'Traveller' })
    await server.admin.change(ref, { project_id: 'elsewhere' })
    const hidden = await plugin.fetchOne(ctx, ref)
    assert.ok('gone' in hidden && /no longer has access/.test(hidden.why))
    const moved = await plugin.fetchOne(contextFor(server.url, 'admin'), ref)
    assert.ok('gone' in moved && /Elsewhere/.test(moved.why))
    const other = await server.alice.create({ title: 'Stays' })
    const stranger = contextFor(server.url, 'stranger')
    await assert.rejects(plugin.fetchOne(stranger, other), (error) => isFailure(error, 'forbidden'))
  })

  test('people do not see the marks on its pages', async () => {
    const fields = { title: 'Marked', description: 'Visible text' }
    const made = await plugin.push(ctx, { kind: 'create', fields }, { marker: 'lnk_unseen' })
    assert.ok(made.ok)
    await plugin.push(
      ctx,
      { kind: 'comment', ref: made.ref, body: 'A note' },
      { marker: 'lnk_unseen_2' },
    )
    const shown = await readPage(server.url, 'alice', `/issues/${made.ref.id}`)
    assert.match(shown, /Visible text/)
    assert.match(shown, /A note/)
    assert.doesNotMatch(shown, /lnk_unseen|task-service/)
  })
})
