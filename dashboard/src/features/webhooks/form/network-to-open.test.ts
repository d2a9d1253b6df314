import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkToOpen } from './network-to-open.ts'

test('a receiver on the same computer or in a private network says what would open it', () => {
  for (const host of ['localhost:9000', '127.0.0.1', '[::1]:8080']) {
    assert.equal(networkToOpen(`http://${host}/hook`), '127.0.0.0/8,::1')
  }
  assert.equal(networkToOpen('https://10.1.2.3/hook'), '10.1.2.3/32')
  assert.equal(networkToOpen('https://172.31.0.9/hook'), '172.31.0.9/32')
})

test('of other addresses nothing is known here', () => {
  for (const url of ['https://example.com', 'https://172.32.0.1', 'https://10.example.com', 'x']) {
    assert.equal(networkToOpen(url), undefined)
  }
})
