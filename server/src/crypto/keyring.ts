// The master keys of this process and the operations that need them: wrapping and unwrapping the data keys of tenants. Data
// keys leave it as key objects, which cannot be printed.
import { createSecretKey, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { uuidToBytes } from '#lib/uuid.ts'
import { associatedData } from './associated-data.ts'
import { digestBy, keyIdOfDigest } from './keyed-digest.ts'
import { deriveMasterKey, type MasterKey } from './master-key.ts'
import { openBytes, sealBytes } from './seal-bytes.ts'
import type { Secret } from './secret.ts'

/** Which data key, of which tenant. */
export type DataKeyName = { tenantId: string; id: string }

export type WrappedDataKey = DataKeyName & { masterKeyId: string; wrapped: Buffer }

export type Keyring = {
  /** Of SERVICE_ACP_MASTER_KEY. */
  currentId: string
  /** Of SERVICE_ACP_MASTER_KEY_PREVIOUS. */
  previousId: string | null
  holds: (masterKeyId: string) => boolean
  /** A new data key, already wrapped by one of the keys held. */
  makeDataKey: (name: DataKeyName, masterKeyId: string) => WrappedDataKey
  /** Undefined when it was changed, belongs to another tenant, or is wrapped by a key not held. */
  unwrap: (key: WrappedDataKey) => KeyObject | undefined
  /** The same data key, wrapped by the current master key. */
  rewrap: (key: WrappedDataKey) => WrappedDataKey | undefined
  /** One that was unwrapped before. */
  findDataKey: (name: DataKeyName) => KeyObject | undefined
  /** A value that only the current master key opens, to be stored and verified at the next start. */
  makeCanary: () => Buffer
  opensCanary: (masterKeyId: string, canary: Uint8Array) => boolean
  /** A hash that only holders of the current master key can compute; it names that key. */
  digest: (text: string) => Buffer
  /** Undefined when the digest was made with a master key not held, so it cannot be checked. */
  matchesDigest: (text: string, digest: Buffer) => boolean | undefined
}

export type KeyringOptions = {
  instanceId: string
  master: Secret<Uint8Array>
  previous: Secret<Uint8Array> | null
}

const DATA_KEY_BYTES = 32
/** They take 7 MB; without them, each secret costs another database read. */
const REMEMBERED_KEYS = 10_000
const CANARY = 'canary'

export function createKeyring({ instanceId, master, previous }: KeyringOptions): Keyring {
  const current = deriveMasterKey(master, instanceId)
  const before = previous && deriveMasterKey(previous, instanceId)
  const held = new Map([before, current].flatMap((key) => (key ? [[key.id, key]] : [])))
  const remembered = createKeyMemory(REMEMBERED_KEYS)

  const unwrap = (key: WrappedDataKey): KeyObject | undefined => {
    const by = held.get(key.masterKeyId)
    const bytes = by && openBytes(by.wrappingKey, key.wrapped, wrapping(key, by))
    if (!bytes) return undefined
    const opened = createSecretKey(bytes)
    bytes.fill(0)
    remembered.keep(key, opened)
    return opened
  }

  return {
    currentId: current.id,
    previousId: before?.id ?? null,
    holds: (masterKeyId) => held.has(masterKeyId),
    makeDataKey(name, masterKeyId) {
      const by = held.get(masterKeyId)
      if (!by) throw new Error(`this process does not hold the master key ${masterKeyId}`)
      return wrap(name, by, randomBytes(DATA_KEY_BYTES))
    },
    unwrap,
    rewrap(key) {
      const opened = unwrap(key)
      return opened && wrap(key, current, opened.export())
    },
    findDataKey: remembered.find,
    makeCanary: () => sealBytes(current.wrappingKey, Buffer.from(CANARY), canaryOf(current)),
    opensCanary(masterKeyId, canary) {
      const key = held.get(masterKeyId)
      return key !== undefined && openBytes(key.wrappingKey, canary, canaryOf(key)) !== undefined
    },
    digest: (text) => digestBy(current, text),
    matchesDigest(text, digest) {
      const key = held.get(keyIdOfDigest(digest) ?? '')
      return key && timingSafeEqual(digestBy(key, text), digest)
    },
  }
}

/** Takes ownership of the bytes and erases them. */
function wrap({ tenantId, id }: DataKeyName, by: MasterKey, bytes: Buffer): WrappedDataKey {
  const name = { tenantId, id }
  const wrapped = sealBytes(by.wrappingKey, bytes, wrapping(name, by))
  bytes.fill(0)
  return { ...name, masterKeyId: by.id, wrapped }
}

/** A data key moved to another tenant, or presented as another one, does not unwrap. */
function wrapping({ tenantId, id }: DataKeyName, by: MasterKey): Buffer {
  return associatedData(['task-service/data-key/v1', by.id, uuidToBytes(tenantId), uuidToBytes(id)])
}

function canaryOf(key: MasterKey): Buffer {
  return associatedData(['task-service/canary/v1', key.id])
}

/** The most recently used keys, up to a limit. */
function createKeyMemory(most: number) {
  const keys = new Map<string, KeyObject>()
  const keep = ({ tenantId, id }: DataKeyName, key: KeyObject): void => {
    const name = `${tenantId}/${id}`
    keys.delete(name)
    keys.set(name, key)
    const [oldest] = keys.size > most ? keys.keys() : []
    if (oldest !== undefined) keys.delete(oldest)
  }
  const find = (name: DataKeyName): KeyObject | undefined => {
    const key = keys.get(`${name.tenantId}/${name.id}`)
    if (key) keep(name, key)
    return key
  }
  return { keep, find }
}
