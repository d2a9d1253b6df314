import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startWorkerHealth } from './worker-health.ts'

const quiet = { info: () => undefined, warn: () => undefined }

test('a worker reports whether its loop runs, and continues without the endpoint if the port is in use', async (t) => {
  let isAlive = true
  const options = { port: 0, host: '127.0.0.1', isAlive: () => isAlive, log: quiet }
  const health = await startWorkerHealth(options)
  t.after(() => health.stop())
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${health.port}${path}`)).status
  assert.equal(await ask('/healthz'), 200)
  assert.equal(await ask('/readyz'), 200)
  assert.equal(await ask('/api/tasks'), 404)
  isAlive = false
  assert.equal(await ask('/healthz'), 503)
  const second = await startWorkerHealth({ ...options, port: health.port ?? 0 })
  assert.equal(second.port, null)
  await second.stop()
})
