import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { inspect } from 'node:util'
import { createKeyring, type Keyring, type WrappedDataKey } from './keyring.ts'
import { Secret } from './secret.ts'

const instanceId = randomUUID()
const older = randomBytes(32)
const newer = randomBytes(32)

function ring(master: Buffer, previous: Buffer | null = null, instance = instanceId): Keyring {
  return createKeyring({
    instanceId: instance,
    master: Secret.from(master),
    previous: previous && Secret.from(previous),
  })
}

function madeBy(keyring: Keyring, tenantId = randomUUID()): WrappedDataKey {
  return keyring.makeDataKey({ tenantId, id: randomUUID() }, keyring.currentId)
}

function exported(keyring: Keyring, key: WrappedDataKey): string | undefined {
  return keyring.unwrap(key)?.export().toString('hex')
}

test('the ID of a master key is the same everywhere in an installation, and differs between installations', () => {
  assert.match(ring(older).currentId, /^[0-9a-f]{16}$/)
  assert.equal(ring(older).currentId, ring(newer, older).previousId)
  assert.notEqual(ring(older).currentId, ring(newer).currentId)
  assert.notEqual(ring(older).currentId, ring(older, null, randomUUID()).currentId)
  assert.equal(ring(older).previousId, null)
})

test('a data key unwraps only with its master key, whether current or previous', () => {
  const key = madeBy(ring(older))
  const opened = exported(ring(older), key)
  assert.equal(opened?.length, 64)
  assert.equal(exported(ring(newer, older), key), opened)
  assert.equal(exported(ring(newer), key), undefined)
  assert.equal(exported(ring(newer), { ...key, masterKeyId: ring(newer).currentId }), undefined)
  assert.equal(exported(ring(older, null, randomUUID()), key), undefined)
})

test('a data key presented as another one or as another tenant’s does not unwrap', () => {
  const keyring = ring(newer, older)
  const key = madeBy(keyring)
  assert.equal(keyring.unwrap({ ...key, tenantId: randomUUID() }), undefined)
  assert.equal(keyring.unwrap({ ...key, id: randomUUID() }), undefined)
  assert.equal(keyring.unwrap({ ...key, masterKeyId: ring(older).currentId }), undefined)
  for (let index = 0; index < key.wrapped.length; index++) {
    const wrapped = Buffer.from(key.wrapped)
    wrapped.writeUInt8(wrapped.readUInt8(index) ^ 1, index)
    assert.equal(keyring.unwrap({ ...key, wrapped }), undefined, `byte ${index}`)
  }
})

test('rewrapped, it is the same data key, and the old master key is no longer needed', () => {
  const key = madeBy(ring(older))
  const rewrapped = ring(newer, older).rewrap(key)
  assert.ok(rewrapped)
  assert.equal(rewrapped.masterKeyId, ring(newer).currentId)
  assert.notDeepEqual(rewrapped.wrapped, key.wrapped)
  assert.equal(exported(ring(newer), rewrapped), exported(ring(older), key))
  assert.equal(ring(newer).rewrap(key), undefined)
})

test('a canary opens only with its own key', () => {
  const canary = ring(older).makeCanary()
  const oldId = ring(older).currentId
  assert.ok(ring(older).opensCanary(oldId, canary))
  assert.ok(ring(newer, older).opensCanary(oldId, canary))
  assert.ok(!ring(newer).opensCanary(oldId, canary))
  assert.ok(!ring(newer).opensCanary(ring(newer).currentId, canary))
  canary.writeUInt8(canary.readUInt8(0) ^ 1, 0)
  assert.ok(!ring(older).opensCanary(oldId, canary))
})

test('opened data keys are cached up to a limit, the most recently used ones', () => {
  const keyring = ring(older)
  const first = madeBy(keyring)
  const second = madeBy(keyring)
  assert.equal(keyring.findDataKey(first), undefined)
  keyring.unwrap(first)
  keyring.unwrap(second)
  assert.ok(keyring.findDataKey(first))
  for (let count = 1; count < 10_000; count++) keyring.unwrap(madeBy(keyring))
  assert.ok(keyring.findDataKey(first), 'used after the second')
  assert.equal(keyring.findDataKey(second), undefined)
})

test('no printed form of a keyring or a data key contains key bytes', () => {
  const keyring = ring(newer, older)
  const key = madeBy(keyring)
  const opened = keyring.unwrap(key)
  const printed = inspect([keyring, opened, key], { depth: null, showHidden: true })
  const hidden = [older, newer, opened?.export() ?? Buffer.alloc(0)]
  for (const bytes of hidden) {
    assert.ok(!printed.includes(bytes.toString('hex').slice(0, 16)), printed)
    assert.ok(!printed.includes(inspect(bytes).slice(8, 30)), printed)
  }
})

test('a keyring does not wrap with a key it does not hold', () => {
  const name = { tenantId: randomUUID(), id: randomUUID() }
  assert.throws(() => ring(newer).makeDataKey(name, ring(older).currentId), /does not hold/)
})

test('a digest verifies only with its own master key, whether current or previous', () => {
  const digest = ring(older).digest('a request')
  assert.equal(ring(older).matchesDigest('a request', digest), true)
  assert.equal(ring(newer, older).matchesDigest('a request', digest), true)
  assert.equal(ring(newer, older).matchesDigest('another', digest), false)
  assert.equal(ring(newer).matchesDigest('a request', digest), undefined)
  assert.equal(ring(older).matchesDigest('a request', digest.subarray(1)), undefined)
  assert.notDeepEqual(ring(newer).digest('a request').subarray(9), digest.subarray(9))
})
