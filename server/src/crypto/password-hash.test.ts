import assert from 'node:assert/strict'
import { argon2Sync } from 'node:crypto'
import { describe, test } from 'node:test'
import { hashPassword, verifyPassword } from './password-hash.ts'

const text = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

describe('a password hash', () => {
  test('verifies its password and no other', async () => {
    const hash = await hashPassword('correct horse battery staple')
    assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[^$=]{22}\$[^$=]{43}$/)
    assert.equal(await verifyPassword('correct horse battery staple', hash), true)
    assert.equal(await verifyPassword('correct horse battery stapl', hash), false)
    assert.equal(await verifyPassword('', hash), false)
  })

  test('differs each time', async () => {
    assert.notEqual(await hashPassword('the same words'), await hashPassword('the same words'))
  })

  test('verifies with the costs it was created with', async () => {
    const nonce = Buffer.alloc(16, 3)
    const made = argon2Sync('argon2id', {
      message: 'made elsewhere',
      nonce,
      memory: 64,
      passes: 3,
      parallelism: 2,
      tagLength: 24,
    })
    const phc = `$argon2id$v=19$m=64,t=3,p=2$${text(nonce)}$${text(made)}`
    assert.equal(await verifyPassword('made elsewhere', phc), true)
    assert.equal(await verifyPassword('made here', phc), false)
  })

  test('is independent of the Unicode form of the password', async () => {
    const hash = await hashPassword('caf\u00e9 au lait bien chaud')
    assert.equal(await verifyPassword('cafe\u0301 au lait bien chaud', hash), true)
  })

  test('that is missing verifies no password', async () => {
    assert.equal(await verifyPassword('', null), false)
    assert.equal(await verifyPassword('anything at all', undefined), false)
  })

  test('that cannot be parsed is an error, not a wrong password', async () => {
    await assert.rejects(verifyPassword('x', '$2b$10$abcdefghijklmnopqrstuv'), /cannot be read/)
  })
})
