// Messages from the vendor: how to know that they are genuine, and which items they are about.
import type { Person, RemoteRef } from './remote-task.ts'

export type RawRequest = {
  method: string
  /** As it was registered with the vendor, with its query. */
  url: string
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** `body` stands for the raw bytes, `secret` for the secret itself where a vendor hashes it along. */
export type SignedPiece = { text: string } | 'body' | 'secret'

/**
 * How the host is to check a message. The integration finds what was presented and what was signed; the host holds the
 * secret, computes, and compares in constant time.
 */
export type Verification =
  | {
      kind: 'hmac' | 'hash'
      secret: string
      hash: 'sha256' | 'sha1'
      encoding: 'hex' | 'base64'
      signed: SignedPiece[]
      presented: string
      /** When the vendor says it was sent, in milliseconds; older than the tolerance is refused. */
      sentAt?: number
      toleranceMs?: number
    }
  | { kind: 'equal'; secret: string; presented: string }
  | { kind: 'refuse'; why: string }

/** An item that may have changed. It is read again: the content of a message is never used. */
export type Hint = { ref: RemoteRef; kind: 'changed' | 'deleted'; actor?: Person }

export type Parsed = {
  /** The vendor's own id of this message; a repeated one is dropped. */
  deliveryId?: string
  hints: Hint[]
}

export type Registration = { id: string; expiresAt?: string }

export type WebhookSide<Context> = {
  /** No requests in here; the body is not needed to say what has to be hashed. */
  verify: (request: Omit<RawRequest, 'body'>) => Verification
  parse: (request: RawRequest) => Parsed
  /** The secret that the vendor is to sign with goes there by `bodySecrets`. */
  register?: (ctx: Context, url: string) => Promise<Registration>
  renew?: (ctx: Context, id: string) => Promise<Registration>
  unregister?: (ctx: Context, id: string) => Promise<void>
}
