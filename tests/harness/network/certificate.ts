// Certificates for tests of TLS, signed by an authority that exists for one test: Node.js reads them and makes none.
import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { bytesOf } from './dns-server.ts'

/** Both in PEM. */
export type Identity = { cert: string; key: string }

export type Authority = Identity & { issue(wish: Wish): Identity }

export type Wish = {
  names?: readonly string[]
  addresses?: readonly string[]
  notAfter?: Date
}

const DAY_MS = 86_400_000
/** More than the day that passes in some proofs. */
const VALID_MS = 7 * DAY_MS
const oid = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  basicConstraints: '551d13',
  subjectAltName: '551d11',
}

export function makeAuthority(): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  // Two of one name would be taken for the same one with a false signature.
  const name = `Authority ${crypto.randomUUID()}`
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' })
  const cert = certify(privateKey, name, {
    publicKey,
    subject: name,
    notAfter: new Date(Date.now() + VALID_MS),
    extension: extension(oid.basicConstraints, sequence(der(0x01, Buffer.from([0xff])))),
  })
  return { cert, key, issue: (wish) => issue({ key, name }, wish) }
}

function issue(issuer: { key: string; name: string }, wish: Wish): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = (wish.names ?? []).map((name) => der(0x82, Buffer.from(name)))
  const addresses = (wish.addresses ?? []).map((address) =>
    der(0x87, Buffer.from(bytesOf(address))),
  )
  const cert = certify(createPrivateKey(issuer.key), issuer.name, {
    publicKey,
    subject: wish.names?.[0] ?? 'server',
    notAfter: wish.notAfter ?? new Date(Date.now() + VALID_MS),
    extension: extension(oid.subjectAltName, sequence(...names, ...addresses)),
  })
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }
}

type Content = { publicKey: KeyObject; subject: string; notAfter: Date; extension: Buffer }

function certify(issuerKey: KeyObject, issuer: string, content: Content): string {
  const algorithm = sequence(identifier(oid.ecdsaWithSha256))
  const notBefore = new Date(Math.min(Date.now(), content.notAfter.getTime()) - DAY_MS)
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // Two certificates of one authority must differ in it; the first bit says that it is positive.
    der(0x02, Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(8))])),
    algorithm,
    distinguishedName(issuer),
    sequence(time(notBefore), time(content.notAfter)),
    distinguishedName(content.subject),
    content.publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(content.extension)),
  )
  const signature = sign('sha256', signed, issuerKey)
  const whole = sequence(signed, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

function distinguishedName(text: string): Buffer {
  const attribute = sequence(identifier(oid.commonName), der(0x0c, Buffer.from(text)))
  return sequence(der(0x31, attribute))
}

function extension(kind: string, value: Buffer): Buffer {
  return sequence(identifier(kind), der(0x04, value))
}

function time(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().replaceAll(/[-:T]|\.\d+Z/g, '')}Z`))
}

const identifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))

/** ASN.1 in its distinguished encoding (X.690): a tag, the length, the content. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
