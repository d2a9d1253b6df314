// Reading what changed: nothing lost to the cap of searches or a lagging index, and what each task is about.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { RemoteTask } from '@task-service/kit'
import { type Cursor, fetchOne, findByMarker, pull } from './pull.ts'
import { push } from './push.ts'
import { useScene } from './testing/scene.ts'
import { seed } from './testing/world.ts'

const scene = useScene()

type Pulled = { tasks: RemoteTask[]; cursor: Cursor | null; total?: number; deleted: string[] }

async function pullAll(
  cursor: Cursor | null = null,
  options: { limit?: number; full?: boolean } = {},
  onTask = (_count: number) => {},
): Promise<Pulled> {
  const pulled: Pulled = { tasks: [], cursor, deleted: [] }
  for await (const item of pull(scene().ctx, cursor, { limit: 100, ...options })) {
    if (item.kind === 'upsert') onTask(pulled.tasks.push(item.task))
    if (item.kind === 'delete') pulled.deleted.push(item.ref.id)
    if (item.kind === 'total') pulled.total = item.count
    if (item.kind === 'checkpoint') pulled.cursor = item.cursor
  }
  return pulled
}

const titles = ({ tasks }: Pulled): string[] => tasks.map(({ fields }) => fields.title ?? '')
const make = (title: string, more: Record<string, string> = {}): string =>
  scene().controls.create({ properties: { hs_task_subject: title, ...more } }).id
const clock = (ms: number): void =>
  scene().controls.setClock({ at: new Date(Date.UTC(2026, 4, 1) + ms).toISOString() })

describe('a pull', () => {
  test('brings every task once although searches end at a cap', async () => {
    scene().controls.setSettings({ searchCap: 7 })
    for (let n = 0; n < 30; n++) {
      clock(n * 1_000)
      make(`Task ${n}`)
    }
    const pulled = await pullAll(null, { limit: 4 })
    assert.equal(pulled.tasks.length, 30)
    assert.equal(new Set(titles(pulled)).size, 30)
    assert.equal(pulled.total, 30)
    assert.equal(pulled.cursor?.since, '2026-05-01T00:00:29.000Z')
  })

  test('loses nothing when a task that was read changes between two pages', async () => {
    const ids = Array.from({ length: 9 }, (_, n) => {
      clock(n * 1_000)
      return make(`Task ${n}`)
    })
    clock(60_000)
    const pulled = await pullAll(null, { limit: 3 }, (count) => {
      if (count !== 3) return
      scene().controls.edit({ id: ids[0] ?? '', properties: { hs_task_subject: 'changed' } })
    })
    assert.equal(new Set(pulled.tasks.map(({ ref }) => ref.id)).size, 9)
    assert.equal(titles(pulled).at(-1), 'changed')
  })

  test('reads what a lagging index shows too late', async () => {
    const { controls } = scene()
    make('early')
    controls.setIndexLag({ ms: 60_000 })
    const late = make('late')
    const first = await pullAll()
    assert.deepEqual(titles(first), ['early'])
    controls.setIndexLag({ ms: 0 })
    const second = await pullAll(first.cursor)
    assert.ok(second.tasks.some(({ ref }) => ref.id === late))
  })

  test('never takes old values from a lagging index', async () => {
    const { controls } = scene()
    const id = make('before')
    controls.setIndexLag({ ms: 60_000 })
    controls.edit({ id, properties: { hs_task_subject: 'after' } })
    assert.deepEqual(titles(await pullAll()), ['after'])
    controls.archive({ id })
    assert.deepEqual((await pullAll()).deleted, [id])
  })

  test('in full reads the list, in pages, and keeps the cursor', async () => {
    const { controls } = scene()
    for (let n = 0; n < 5; n++) make(`Task ${n}`)
    const first = await pullAll()
    controls.setIndexLag({ ms: 60_000 })
    make('not in the index')
    const whole = await pullAll(first.cursor, { full: true, limit: 2 })
    assert.equal(whole.tasks.length, 6)
    assert.ok((whole.cursor?.since ?? '') >= (first.cursor?.since ?? 'z'))
  })

  test('brings contacts and deals along', async () => {
    const { controls } = scene()
    const task = make('Call Carla')
    make('Without contacts')
    const contact = controls.create({
      kind: 'contacts',
      properties: { firstname: 'Carla', lastname: 'Cole', email: 'carla@acme.test' },
    })
    const deal = controls.create({ kind: 'deals', properties: { dealname: 'Big', amount: '900' } })
    controls.link({ task, kind: 'contacts', to: contact.id })
    controls.link({ task, kind: 'deals', to: deal.id })
    const expected = [
      {
        kind: 'contact',
        id: contact.id,
        title: 'Carla Cole',
        url: `https://app.hubspot.test/contacts/${seed.portalId}/record/0-1/${contact.id}`,
        facts: [{ name: 'Email', value: 'carla@acme.test' }],
      },
      {
        kind: 'deal',
        id: deal.id,
        title: 'Big',
        url: `https://app.hubspot.test/contacts/${seed.portalId}/record/0-3/${deal.id}`,
        facts: [{ name: 'Amount', value: '900' }],
      },
    ]
    const { tasks } = await pullAll()
    assert.deepEqual(
      tasks.map(({ context }) => context),
      [expected, []],
    )
    const one = await fetchOne(scene().ctx, { id: task })
    assert.deepEqual('gone' in one ? one : one.context, expected)
    const all = await pullAll(null, { full: true })
    assert.deepEqual(all.tasks[0]?.context, expected)
    const narrow = seed.scopes.filter((scope) => !scope.includes('deals'))
    controls.grant({ token: seed.token, scopes: narrow })
    assert.deepEqual((await pullAll()).tasks[0]?.context, expected.slice(0, 1))
  })
})

describe('one task', () => {
  test('is read in words of both sides, and gone when it was archived', async () => {
    const id = make('Call', {
      hs_task_body: '<p>Text <strong>bold</strong></p>',
      hs_task_status: 'WAITING',
      hs_task_priority: 'HIGH',
      hubspot_owner_id: '202',
      hs_timestamp: '1798761600000',
    })
    const task = await fetchOne(scene().ctx, { id })
    assert.ok(!('gone' in task))
    assert.deepEqual(task.fields, {
      title: 'Call',
      description: 'Text **bold**',
      status: 'WAITING',
      priority: 'HIGH',
      assignee: '202',
      due_at: '2027-01-01T00:00:00.000Z',
    })
    assert.equal(task.url, `https://app.hubspot.test/contacts/${seed.portalId}/record/0-27/${id}`)
    scene().controls.archive({ id })
    assert.ok('gone' in (await fetchOne(scene().ctx, { id })))
  })

  test('is found by its marker, also before the index has it', async () => {
    const { ctx, controls } = scene()
    const fields = { title: 'Marked', description: 'Text' }
    const marker = 'lnk_01-a:b'
    const madeSince = new Date()
    assert.equal(await findByMarker(ctx, marker, madeSince), null)
    controls.setIndexLag({ ms: 60_000 })
    const made = await push(ctx, { kind: 'create', fields }, { marker })
    for (let n = 0; n < 120; n++) make(`Other ${n}`)
    const found = await findByMarker(ctx, marker, madeSince)
    assert.ok(made.ok)
    assert.deepEqual([found?.ref, found?.fields.description], [made.ref, 'Text'])
  })
})
