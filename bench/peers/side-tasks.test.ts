// Programs that answer without doing the work are not measured.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { type EmptyDatabase, emptyDatabase } from '../../tests/harness/database.ts'
import { taskBody } from '../lib/task-body.ts'
import type { Side } from './peer.ts'
import { fillSide, inspectSide, PAGE } from './side-tasks.ts'

let database: EmptyDatabase
before(async () => {
  database = await emptyDatabase()
  await withAdmin(database.superuserUrl, (admin) => admin.query('create table things (title text)'))
})
after(() => database.drop())

/** A program with faults: it may store nothing, and its pages may be short. */
async function startProgram({ stores = true, page = PAGE } = {}): Promise<Side> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status).end(JSON.stringify(body))
    if (request.method === 'GET') {
      answer(200, Array(page).fill(taskBody))
    } else if (stores) {
      void withAdmin(database.superuserUrl, async (admin) => {
        await admin.query('insert into things values ($1)', [taskBody.title])
        answer(201, taskBody)
      })
    } else {
      answer(201, taskBody)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on TCP
  return {
    url: `http://127.0.0.1:${port}`,
    headers: {},
    create: { method: 'POST', path: '/', body: taskBody },
    list: { method: 'GET', path: '/' },
    titlesIn: (answer) => (answer as { title: string }[]).map(({ title }) => title), // as answered above
    table: 'things',
    superuserUrl: database.superuserUrl,
    stop: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a program that stores what it answers for, and fills its pages, passes', async (t) => {
  const side = await startProgram()
  t.after(side.stop)
  await fillSide(side, 20)
  assert.ok((await inspectSide(side)) > PAGE * taskBody.title.length)
})

test('control: a program that answers 201 and stores nothing is refused', async (t) => {
  const side = await startProgram({ stores: false })
  t.after(side.stop)
  await assert.rejects(inspectSide(side), /stored nothing/)
  await assert.rejects(fillSide(side, 1_000), /and not 1000/)
})

test('control: a page with fewer tasks than asked for is refused', async (t) => {
  const side = await startProgram({ page: PAGE - 1 })
  t.after(side.stop)
  await assert.rejects(inspectSide(side), /is not 50 tasks/)
})
