// The key pair of the connector. The private key never leaves the state folder.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export type EdgeKey = { privateKey: KeyObject; publicKey: string; pem: string }

export function makeKey(): EdgeKey {
  const { privateKey } = generateKeyPairSync('ed25519')
  return keyOf(privateKey)
}

export const readKey = (pem: string): EdgeKey => keyOf(createPrivateKey(pem))

function keyOf(privateKey: KeyObject): EdgeKey {
  const { x } = privateKey.export({ format: 'jwk' })
  if (x === undefined) throw new Error('The key in the state folder is not an Ed25519 key.')
  return {
    privateKey,
    publicKey: x,
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

export const signText = ({ privateKey }: EdgeKey, text: string): string =>
  sign(null, Buffer.from(text), privateKey).toString('base64url')
