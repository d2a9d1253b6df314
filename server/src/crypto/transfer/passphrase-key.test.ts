// A secret sealed with a passphrase opens with that passphrase, at its place, and nowhere else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Secret } from '../secret.ts'
import { createPassphraseKey, openPassphraseKey } from './passphrase-key.ts'

const passphrase = Secret.from('Grüße aus einer langen Passphrase')
const place = ['webhook', 'a', 'secret']

test('opens with the passphrase, also in another Unicode form, and not with another', async () => {
  const key = await createPassphraseKey(passphrase)
  const sealed = key.seal(place, Secret.from('whsec_canary'))
  const form = Secret.from(passphrase.reveal().normalize('NFD'))
  const again = await openPassphraseKey(form, key.facts)
  assert.equal(again?.open(place, sealed)?.reveal(), 'whsec_canary')
  assert.equal(await openPassphraseKey(Secret.from('another passphrase'), key.facts), undefined)
  assert.ok(!Buffer.from(sealed, 'base64').includes('whsec'))
})

test('opens at its place only, and not when it was changed', async () => {
  const key = await createPassphraseKey(passphrase)
  const sealed = key.seal(place, Secret.from('secret'))
  assert.equal(key.open(['webhook', 'b', 'secret'], sealed), undefined)
  const bytes = Buffer.from(sealed, 'base64')
  bytes.writeUInt8(bytes.readUInt8(20) ^ 1, 20)
  assert.equal(key.open(place, bytes.toString('base64')), undefined)
})

test('a file cannot ask for any amount of memory or time', async () => {
  const { facts } = await createPassphraseKey(passphrase)
  const chosen = [
    { cost: 2 ** 24 },
    { cost: 2 ** 17 + 1 },
    { cost: 0 },
    { blockSize: 1_024 },
    { parallelization: 1_000 },
  ]
  for (const costs of chosen) {
    assert.equal(await openPassphraseKey(passphrase, { ...facts, ...costs }), undefined)
  }
})
