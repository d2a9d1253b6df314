// The emulator itself: HubSpot's own client agrees with it on every object, and its models catch what breaks them.
import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { Client } from '@hubspot/api-client'
import { type Emulator, startEmulator } from './emulator.ts'
import { checkModel } from './judge.ts'
import { seed } from './world.ts'

let emulator: Emulator
let client: Client

before(async () => {
  emulator = await startEmulator()
  client = new Client({ accessToken: seed.token, basePath: emulator.origin })
})
after(() => emulator.close())
afterEach(() => {
  const violations = emulator.controls.takeViolations()
  emulator.controls.reset()
  assert.deepEqual(violations, [])
})

const ask = (path: string, body?: object, token: string = seed.token): Promise<Response> =>
  fetch(`${emulator.origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

/** What the client made of an answer, as it was sent. */
const asSent = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const wanted = ['hs_task_subject', 'hs_task_status', 'hs_timestamp', 'hubspot_owner_id']

describe('HubSpot’s own client', () => {
  test('creates, changes, searches, lists and archives, and agrees on every object', async () => {
    const { tasks } = client.crm.objects
    const properties = {
      hs_task_subject: 'Call back',
      hs_timestamp: '2026-12-01T09:00:00Z',
      hubspot_owner_id: '201',
    }
    const made = await tasks.basicApi.create({ properties, associations: [] })
    assert.equal(made.properties['hs_timestamp'], '2026-12-01T09:00:00.000Z')
    const status = { properties: { hs_task_status: 'COMPLETED' } }
    const changed = await tasks.basicApi.update(made.id, status)
    assert.equal(changed.properties['hs_task_status'], 'COMPLETED')
    const one = await tasks.basicApi.getById(made.id, wanted)
    const raw = await (
      await ask(`/crm/v3/objects/tasks/${made.id}?properties=${wanted.join(',')}`)
    ).json()
    assert.deepEqual(asSent(one), raw)
    const page = await tasks.basicApi.getPage(10, undefined, wanted)
    assert.deepEqual(asSent(page.results), [raw])
    const searched = await tasks.searchApi.doSearch({
      filterGroups: [],
      sorts: ['hs_lastmodifieddate'],
      properties: wanted,
      limit: 10,
    })
    assert.deepEqual([searched.total, asSent(searched.results)], [1, [raw]])
    const inputs = [{ id: made.id }, { id: '7' }]
    const batch = await tasks.batchApi.read({
      inputs,
      properties: wanted,
      propertiesWithHistory: [],
    })
    assert.deepEqual(asSent(batch.results), [raw])
    await tasks.basicApi.archive(made.id)
    assert.deepEqual((await tasks.basicApi.getPage()).results, [])
  })

  test('agrees on owners, properties, contacts, deals and what belongs together', async () => {
    const { controls } = emulator
    const task = controls.create({ properties: { hs_task_subject: 'About' } })
    const contact = controls.create({ kind: 'contacts', properties: { firstname: 'Carla' } })
    const deal = controls.create({ kind: 'deals', properties: { dealname: 'Big' } })
    controls.link({ task: task.id, kind: 'contacts', to: contact.id })
    controls.link({ task: task.id, kind: 'deals', to: deal.id })
    const owners = await client.crm.owners.ownersApi.getPage()
    assert.deepEqual(
      owners.results.map(({ firstName, lastName }) => `${firstName} ${lastName}`),
      seed.owners,
    )
    const status = await client.crm.properties.coreApi.getByName('tasks', 'hs_task_status')
    assert.ok(status.options.some(({ value }) => value === 'COMPLETED'))
    const { basicApi } = client.crm.objects.tasks
    const read = await basicApi.getById(task.id, [], undefined, ['contacts', 'deals'])
    assert.deepEqual(
      [
        read.associations?.['contacts']?.results[0]?.id,
        read.associations?.['deals']?.results[0]?.id,
      ],
      [contact.id, deal.id],
    )
    const { batchApi } = client.crm.associations.v4
    const links = await batchApi.getPage('tasks', 'deals', { inputs: [{ id: task.id }] })
    assert.deepEqual(
      links.results.map(({ _from, to }) => [_from.id, to[0]?.toObjectId]),
      [[task.id, deal.id]],
    )
    const people = await client.crm.contacts.batchApi.read({
      inputs: [{ id: contact.id }],
      properties: ['firstname'],
      propertiesWithHistory: [],
    })
    assert.equal(people.results[0]?.properties['firstname'], 'Carla')
  })
})

const statusOf = async (asked: Promise<Response>): Promise<number> => (await asked).status

describe('as HubSpot documents it', () => {
  const search = '/crm/v3/objects/tasks/search'

  test('refuses wrong tokens, missing scopes, values that do not fit and tasks without a date', async () => {
    const tasks = '/crm/v3/objects/tasks'
    assert.equal(await statusOf(ask(tasks, undefined, 'wrong')), 401)
    emulator.controls.grant({ token: 'narrow', scopes: [] })
    assert.equal(await statusOf(ask(tasks, undefined, 'narrow')), 403)
    const hs_timestamp = '2026-12-01T09:00:00Z'
    for (const properties of [
      { hs_task_subject: 'no date' },
      { hs_timestamp, hs_task_status: 'DANCING' },
      { hs_timestamp, color: 'red' },
      { hs_timestamp, hubspot_owner_id: '999' },
      { hs_timestamp: 'tomorrow' },
    ]) {
      assert.equal(await statusOf(ask(tasks, { properties })), 400, JSON.stringify(properties))
    }
    assert.equal(await statusOf(ask(`${tasks}/7`)), 404)
  })

  test('searches end at a cap, and see changes later', async () => {
    const { controls } = emulator
    controls.setSettings({ searchCap: 3 })
    for (let n = 0; n < 5; n++) controls.create({ properties: { hs_task_subject: `${n}` } })
    assert.equal(await statusOf(ask(search, { limit: 3 })), 200)
    assert.equal(await statusOf(ask(search, { limit: 3, after: '1' })), 400)
    controls.setIndexLag({ ms: 60_000 })
    controls.create({ properties: { hs_task_subject: 'late' } })
    const { total } = (await (await ask(search, { limit: 1 })).json()) as { total: number } // its answer
    assert.equal(total, 5)
  })

  test('an exhausted limit is reported by 429 and by headers', async () => {
    emulator.controls.setSettings({ remaining: 1 })
    const last = await ask('/crm/v3/owners')
    assert.equal(last.headers.get('x-hubspot-ratelimit-remaining'), '0')
    assert.equal(await statusOf(ask('/crm/v3/owners')), 429)
  })
})

describe('HubSpot’s models as the judge', () => {
  test('catch requests that break them', async () => {
    await ask('/crm/v3/objects/tasks', { properties: { hs_task_subject: 7 } })
    await ask('/crm/v3/objects/tasks', { fields: {} })
    await ask('/crm/v3/objects/tasks/search', { filters: [] })
    await ask('/crm/v3/objects/tasks/batch/read', { inputs: [{ id: '1' }] })
    await ask('/crm/v3/objects/tickets')
    const caught = emulator.controls.takeViolations().map(({ what }) => what.split(' ')[1])
    assert.deepEqual(caught, [
      '/crm/v3/objects/tasks',
      '/crm/v3/objects/tasks',
      '/crm/v3/objects/tasks/search',
      '/crm/v3/objects/tasks/batch/read',
      '/crm/v3/objects/tickets',
    ])
  })

  test('catch answers that break them', () => {
    const whole = {
      id: '1',
      properties: { a: null },
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
      archived: false,
    }
    assert.deepEqual(checkModel('tasks', 'SimplePublicObject', whole), [])
    for (const broken of [
      { ...whole, id: 1 },
      { ...whole, properties: { a: 1 } },
      { ...whole, updatedAt: 'yesterday' },
      { ...whole, color: 'red' },
      { ...whole, createdAt: undefined },
    ]) {
      assert.equal(
        checkModel('tasks', 'SimplePublicObject', broken).length,
        1,
        JSON.stringify(broken),
      )
    }
    assert.equal(checkModel('tasks', 'NoSuchModel', whole).length, 1)
  })
})
