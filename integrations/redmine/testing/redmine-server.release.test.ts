// The rig itself: what people did survives a crash of the server and is gone after a reset, and nothing stays behind.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { skipWithoutRedmine } from './redmine-backend.ts'
import { keys, startRedmine } from './redmine-server.ts'

test('a Redmine of our own', { skip: skipWithoutRedmine() }, async (t) => {
  const server = await startRedmine()
  t.after(() => server.stop())
  const { alice } = server
  const ref = await alice.create({ title: 'Printer', description: 'It is **on** fire.' })
  await alice.comment(ref, 'Still.')
  await alice.close(ref)
  const asLeft = {
    title: 'Printer',
    description: 'It is **on** fire.',
    closed: true,
    comments: ['Still.'],
  }
  assert.deepEqual(await alice.read(ref), asLeft)

  await server.fill(250)
  assert.equal(await alice.count(), 251)

  await server.kill()
  await assert.rejects(alice.read(ref))
  await server.restart()
  assert.deepEqual(await alice.read(ref), asLeft)

  await server.reset()
  assert.equal(await alice.read(ref), 'gone')
  assert.equal(await alice.count(), 0)

  const wrong = await fetch(`${server.url}/users/current.json`, {
    headers: { 'X-Redmine-API-Key': keys.alice.replace('c', 'f') },
  })
  assert.equal(wrong.status, 401)
})
