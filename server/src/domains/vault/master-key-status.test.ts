// Which keys are enough to start with, and what is said when they are not.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createKeyring, type Keyring } from '../../crypto/keyring.ts'
import { Secret } from '../../crypto/secret.ts'
import { MasterKeyRefused } from './errors.ts'
import { checkMasterKeys } from './master-key-status.ts'
import type { MasterKeyRow } from './store.ts'

const instanceId = randomUUID()
const [a, b, c] = [randomBytes(32), randomBytes(32), randomBytes(32)]

function ring(master: Buffer, previous: Buffer | null = null): Keyring {
  return createKeyring({
    instanceId,
    master: Secret.from(master),
    previous: previous && Secret.from(previous),
  })
}

function idOf(master: Buffer): string {
  return ring(master).currentId
}

/** Oldest key first, as the generations count. */
function rowsOf(...keys: { key: Buffer; lost?: boolean }[]): MasterKeyRow[] {
  return keys
    .map(({ key, lost = false }, index) => ({
      id: idOf(key),
      generation: index + 1,
      canary: ring(key).makeCanary(),
      created_at: new Date(),
      lost_at: lost ? new Date() : null,
    }))
    .toReversed()
}

function refusal(rows: MasterKeyRow[], keyring: Keyring): MasterKeyRefused {
  try {
    checkMasterKeys(rows, keyring)
  } catch (error) {
    assert.ok(error instanceof MasterKeyRefused)
    return error
  }
  return assert.fail('it was admitted')
}

describe('admitted', () => {
  test('the key in use, alone', () => {
    const masterKeys = checkMasterKeys(rowsOf({ key: a }), ring(a))
    const { activeId, generation, retiring, lost, isWaiting } = masterKeys
    assert.deepEqual([activeId, generation], [idOf(a), 1])
    assert.deepEqual([retiring, lost, isWaiting], [[], [], false])
  })

  test('a new key beside the one in use, which stays in use until it is rotated', () => {
    const masterKeys = checkMasterKeys(rowsOf({ key: a }), ring(b, a))
    assert.equal(masterKeys.activeId, idOf(a))
    assert.deepEqual([masterKeys.retiring, masterKeys.isWaiting], [[idOf(a)], true])
  })

  test('both keys in the middle of a rotation', () => {
    const masterKeys = checkMasterKeys(rowsOf({ key: a }, { key: b }), ring(b, a))
    assert.equal(masterKeys.activeId, idOf(b))
    assert.deepEqual([masterKeys.retiring, masterKeys.isWaiting], [[idOf(a)], false])
  })

  test('a previous key that is no longer in use', () => {
    assert.deepEqual(checkMasterKeys(rowsOf({ key: b }), ring(b, a)).retiring, [])
  })

  test('the key in use after another was given up, and the lost one when it is found again', () => {
    const rows = rowsOf({ key: a, lost: true }, { key: b })
    assert.deepEqual(checkMasterKeys(rows, ring(b)).lost, [idOf(a)])
    const found = checkMasterKeys(rows, ring(b, a))
    assert.deepEqual([found.lost, found.retiring], [[], [idOf(a)]])
  })
})

describe('refused', () => {
  test('a wrong key, by the name of its variable and with both ids', () => {
    const { problem, remedy } = refusal(rowsOf({ key: a }), ring(b))
    assert.match(problem, /^SERVICE_ACP_MASTER_KEY \(id \w+\) is not the master key/)
    assert.ok(problem.includes(idOf(a)) && problem.includes(idOf(b)))
    assert.ok(remedy.includes(`task-service keys abandon --confirm ${idOf(a)}`))
    assert.match(remedy, /SERVICE_ACP_MASTER_KEY_PREVIOUS/)
  })

  test('two wrong keys', () => {
    const { problem } = refusal(rowsOf({ key: a }), ring(b, c))
    assert.match(problem, /^Neither SERVICE_ACP_MASTER_KEY \(.*SERVICE_ACP_MASTER_KEY_PREVIOUS/)
  })

  test('the old key after a rotation began', () => {
    assert.match(refusal(rowsOf({ key: a }, { key: b }), ring(a)).problem, /is not the master key/)
  })

  test('the new key alone while something depends on the one before', () => {
    for (const keyring of [ring(b), ring(b, c)]) {
      const { problem, remedy } = refusal(rowsOf({ key: a }, { key: b }), keyring)
      assert.match(problem, /^SERVICE_ACP_MASTER_KEY_PREVIOUS must be the previous master key/)
      assert.ok(problem.includes(idOf(a)))
      assert.match(remedy, /task-service keys rotate.*keys abandon --confirm/)
    }
  })

  test('a key that cannot decrypt its check value', () => {
    const rows = rowsOf({ key: a }).map((row) => ({ ...row, canary: ring(b).makeCanary() }))
    assert.match(refusal(rows, ring(a)).problem, /check value of the master key/)
  })

  test('no message has anything of a key', () => {
    const { message } = refusal(rowsOf({ key: a }), ring(b, c))
    for (const key of [a, b, c]) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        assert.ok(!message.includes(key.toString(encoding).slice(0, 12)))
      }
    }
  })
})
