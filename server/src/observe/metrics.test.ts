import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFreePort } from '../../../tests/harness/free-port.ts'
import { observeLabeledGauge } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

test('a label set that is gone is 0 and does not keep its last value', async () => {
  const port = await findFreePort()
  const server = await startMetricsServer(port, '127.0.0.1')
  try {
    let slots = ['first', 'second']
    observeLabeledGauge('test.bytes', 'Bytes', () =>
      slots.map((slot) => ({ value: 7, labels: { slot } })),
    )
    const read = async () => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
      return [...text.matchAll(/^test_bytes\{slot="(\w+)".*\} (\d+)$/gm)].map(
        ([, slot, value]) => `${slot} ${value}`,
      )
    }
    assert.deepEqual(await read(), ['first 7', 'second 7'])
    slots = ['second']
    assert.deepEqual(await read(), ['first 0', 'second 7'])
  } finally {
    await server.stop()
  }
})
