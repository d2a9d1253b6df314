// What a connector and the service say to each other. Checked on both sides: neither trusts the other's words.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, OpenObject, Text, Timestamp } from '../schema.ts'
import { ConnectorFacts } from './facts.ts'
import { StatementFace } from './statement-face.ts'

export const EDGE_PROTOCOL = 1

/** Longest time that a poll is held open: serverless platforms and proxies end requests sooner or later. */
export const MAX_POLL_MS = 25_000
/** Of one chunk of a result, as text. */
export const MAX_CHUNK_BYTES = 256 * 1024
/** A result up to this size travels in one frame. */
export const MAX_INLINE_BYTES = 64 * 1024
/** So many results travel in one frame, while they are small. */
export const MAX_RESULTS = 50
/** Of such a frame. */
export const MAX_RESULTS_BYTES = 512 * 1024
/** Maximum size of one result, whatever the policy of the connector allows. */
export const MAX_RESULT_BYTES = 32 * 2 ** 20

const Base64Url = (bytes: number) =>
  Type.String({
    pattern: worded(
      `^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`,
      `must be ${bytes} bytes in Base64url without padding`,
    ),
  })
export const PublicKey = Base64Url(32)
export const Signature = Base64Url(64)
const Sha256 = Type.String({
  pattern: worded('^[0-9a-f]{64}$', 'must be a SHA-256 digest in lowercase hex'),
})
const Ratchet = Base64Url(32)

/** `POST /edge/enrol`, once: exchanges the token for a key that the connector generated. */
export const Enroll = Closed({
  token: Text({ minLength: 10, maxLength: 200, writeOnly: true }),
  public_key: PublicKey,
  /** Over `enrollText`: proves that the caller holds the private half of the key. */
  signature: Signature,
  facts: ConnectorFacts,
})
export type Enroll = Static<typeof Enroll>
export const Enrolled = Closed({
  connector: Id('connector'),
  name: Type.String(),
  ratchet: Ratchet,
  server_time: Timestamp(),
})
export type Enrolled = Static<typeof Enrolled>

/** `POST /edge/challenge` */
export const AskChallenge = Closed({ connector: Id('connector') })
export type AskChallenge = Static<typeof AskChallenge>
export const Challenge = Closed({ challenge: Base64Url(32), server_time: Timestamp() })
export type Challenge = Static<typeof Challenge>

/** `POST /edge/session`: one at a time; a new one ends the one before. */
export const OpenSession = Closed({
  connector: Id('connector'),
  challenge: Base64Url(32),
  /** From the last session; detects a copy of the key that was used in the meantime. */
  ratchet: Ratchet,
  /** Over `sessionText`. */
  signature: Signature,
  facts: ConnectorFacts,
})
export type OpenSession = Static<typeof OpenSession>
export const Session = Closed({
  session: Id('session'),
  expires_at: Timestamp(),
  /** To be kept, on disk, before anything is said in this session. */
  ratchet: Ratchet,
  /** Of the key; a new one is to be made well before. */
  key_expires_at: Timestamp(),
  server_time: Timestamp(),
})
export type Session = Static<typeof Session>

/** `POST /edge/announce`: what may be asked for here. Never any SQL. */
export const Announce = Closed({
  policy_digest: Sha256,
  facts: ConnectorFacts,
  statements: Type.Array(StatementFace, { maxItems: 500 }),
})
export type Announce = Static<typeof Announce>
export const Announced = Closed({ server_time: Timestamp() })
export type Announced = Static<typeof Announced>

/** Health of one database, as the connector sees it. */
export const DatabaseHealth = Closed({
  name: Text({ minLength: 1, maxLength: 64 }),
  engine: Text({ maxLength: 100 }),
  ok: Type.Boolean(),
  /** A word of ours, never the database's own text: that may hold values. */
  problem: Type.Optional(Text({ maxLength: 200 })),
})
export type DatabaseHealth = Static<typeof DatabaseHealth>

/** `POST /edge/poll` */
export const Poll = Closed({
  wait_ms: Type.Integer({ minimum: 0, maximum: MAX_POLL_MS }),
  /** How many jobs it can take now; none while its queue is full. */
  room: Type.Integer({ minimum: 0, maximum: 64 }),
  policy_digest: Sha256,
  /** Results that wait to be sent, and how long the oldest has waited. */
  waiting: Type.Integer({ minimum: 0 }),
  lag_ms: Type.Integer({ minimum: 0 }),
  databases: Type.Array(DatabaseHealth, { maxItems: 50 }),
})
export type Poll = Static<typeof Poll>

/** A name and parameters: all that can be asked for. The service never sends SQL. */
export const EdgeJobOrder = Closed({
  job: Id('edge_job'),
  /** Counts how often the job was handed out. */
  attempt: Type.Integer({ minimum: 1 }),
  database: Text({ minLength: 1, maxLength: 64 }),
  /** Always present in orders of this version. */
  statement: Type.Optional(Text({ minLength: 1, maxLength: 64 })),
  /** Only services before ad-hoc SQL was removed send it. Understood so that it can be refused: `adhoc_off`. */
  sql: Type.Optional(Text({ minLength: 1, maxLength: 20_000 })),
  params: OpenObject(),
  /** Not begun after that. */
  expires_at: Timestamp(),
})
export type EdgeJobOrder = Static<typeof EdgeJobOrder>

export const Polled = Closed({
  jobs: Type.Array(EdgeJobOrder, { maxItems: 64 }),
  server_time: Timestamp(),
  /** What else is asked of it. */
  wishes: Closed({
    /** A new key, now. */
    rotate: Type.Boolean(),
    /** The service does not know the statements of the connector, or no longer. */
    announce: Type.Boolean(),
    /** No new jobs come; it may be ended when what it has is done. */
    drain: Type.Boolean(),
  }),
})
export type Polled = Static<typeof Polled>

export const EDGE_OUTCOMES = ['done', 'refused', 'failed', 'expired', 'unknown'] as const
/** Why a job was not done, as words that can be acted upon. */
export const EDGE_PROBLEMS = [
  'unknown_statement',
  'unknown_database',
  'invalid_params',
  'unknown_token',
  // A connector rejects SQL of an older service with `adhoc_off`; only older connectors report `adhoc_refused`.
  'adhoc_off',
  'adhoc_refused',
  'too_large',
  'timeout',
  'row_count',
  'source_changed',
  'database_unreachable',
  'database_refused',
  'outcome_unknown',
  'expired',
  'internal',
] as const
export const EdgeProblem = Closed({
  code: Choice(EDGE_PROBLEMS),
  message: Text({ maxLength: 500 }),
  /** The database's own code (SQLSTATE, errno), never its text. */
  database_code: Type.Optional(Text({ maxLength: 20 })),
})
export type EdgeProblem = Static<typeof EdgeProblem>

const resultFields = {
  attempt: Type.Integer({ minimum: 1 }),
  outcome: Choice(EDGE_OUTCOMES),
  /**
   * `done`: done. `refused`: the policy does not allow it, nothing was begun. `failed`: begun, and nothing of it
   * remains. `expired`: too late, nothing was begun. `unknown`: a write was begun and its end is not known.
   */
  problem: Type.Optional(EdgeProblem),
  columns: Type.Array(Text({ maxLength: 128 }), { maxItems: 1000 }),
  row_count: Type.Integer({ minimum: 0 }),
  /** Rows that a write changed. */
  changed_count: Type.Optional(Type.Integer({ minimum: 0 })),
  /** There was more than the caps of the policy let through. */
  truncated: Type.Boolean(),
  /** Of the JSON text of the rows (an array of arrays in the order of `columns`). */
  byte_count: Type.Integer({ minimum: 0, maximum: MAX_RESULT_BYTES }),
  sha256: Sha256,
  /** Chunks that were sent before; 0 when `rows` is here. */
  chunk_count: Type.Integer({ minimum: 0, maximum: 1000 }),
  rows: Type.Optional(Type.Array(Type.Array(Type.Unsafe<unknown>({})))),
  duration_ms: Type.Integer({ minimum: 0 }),
}
/** `PUT /edge/jobs/{job}/chunks/{n}`: the body is a piece of the JSON text of the rows. Numbered from 0. */
/** `POST /edge/jobs/{job}/result`: repeated until there is a response; a result that is sent twice is stored once. */
export const EdgeResult = Closed(resultFields)
export type EdgeResult = Static<typeof EdgeResult>
/** `again`: it was known already. Either way it need not be kept any longer. */
export const EdgeResultTaken = Closed({ taken: Choice(['now', 'again']) })
export type EdgeResultTaken = Static<typeof EdgeResultTaken>

/** `POST /edge/results`: several that have no chunks. All of them are taken or, where one is not right, none. */
export const EdgeResults = Closed({
  results: Type.Array(Closed({ job: Id('edge_job'), ...resultFields }), {
    minItems: 1,
    maxItems: MAX_RESULTS,
  }),
})
export type EdgeResults = Static<typeof EdgeResults>
/** How many were not known already. */
export const EdgeResultsTaken = Closed({ taken: Type.Integer({ minimum: 0 }) })
export type EdgeResultsTaken = Static<typeof EdgeResultsTaken>

/** `POST /edge/rotate`: signed, as a frame, by the old key; `signature` by the new one, over `rotateText`. */
export const RotateKey = Closed({ public_key: PublicKey, signature: Signature })
export type RotateKey = Static<typeof RotateKey>
export const KeyRotated = Closed({ key_expires_at: Timestamp() })
export type KeyRotated = Static<typeof KeyRotated>
