// The command names the service as the dashboard knows it, wherever it is mounted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPlainElsewhere, serviceAddress, startCommand } from './start-command.ts'

const of = (address: string): string => serviceAddress(new URL(address))

test('the service is where the dashboard is, one step up', () => {
  assert.equal(of('https://tasks.example.com/ui/'), 'https://tasks.example.com')
  assert.equal(of('https://example.com/tasks/ui/'), 'https://example.com/tasks')
})

test('the command carries address and token and can be pasted as it is', () => {
  const command = startCommand('https://tasks.example.com', 'cnt_abc')
  assert.match(command, /^docker run -d/)
  assert.match(command, /-e TASK_EDGE_URL=https:\/\/tasks\.example\.com \\\n/)
  assert.match(command, /-e TASK_EDGE_TOKEN=cnt_abc \\\n/)
  assert.doesNotMatch(command, /\\\n\s*$/)
})

test('plain HTTP is fine on the same computer only', () => {
  assert.equal(isPlainElsewhere(new URL('http://10.0.0.7:8001/ui/')), true)
  assert.equal(isPlainElsewhere(new URL('http://127.0.0.1:8001/ui/')), false)
  assert.equal(isPlainElsewhere(new URL('https://10.0.0.7/ui/')), false)
})
