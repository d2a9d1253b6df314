// Creates a task and sends the request again, as after a lost response: the task exists once. Needs Node.js 22 and no packages.
//   TASKS_URL=http://localhost:8001 TASKS_KEY=… node create.mjs
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'

const { TASKS_URL, TASKS_KEY } = process.env
const headers = {
  'X-API-Key': TASKS_KEY,
  'Content-Type': 'application/json',
  'Idempotency-Key': randomUUID(),
}
const body = JSON.stringify({ title: 'Water the plants', queue: 'garden', priority: 'high' })

async function create() {
  const response = await fetch(`${TASKS_URL}/api/tasks`, { method: 'POST', headers, body })
  // An error says what is wrong and how to fix it.
  if (!response.ok) throw new Error((await response.json()).detail)
  return response.json()
}

const task = await create()
assert.deepEqual(await create(), task, 'the retry returned another task')
console.log(`Created ${task.id}, once`)
