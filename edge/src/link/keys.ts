// The key that the connector makes for itself. Its private half never leaves the state folder.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type EdgeKey = { privateKey: KeyObject; publicKey: string; pem: string }

export function makeKey(): EdgeKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return keyOf(privateKey)
}

export const readKey = (pem: string): EdgeKey => keyOf(createPrivateKey(pem))

function keyOf(privateKey: KeyObject): EdgeKey {
  const { x } = privateKey.export({ format: 'jwk' })
  if (x === undefined) throw new Error('The key in the state folder is no Ed25519 key.')
  return {
    privateKey,
    publicKey: x,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

export const signText = ({ privateKey }: EdgeKey, text: string): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64url')
