// Messages between a connector and the service. Both sides validate them: neither trusts the other.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { worded } from '../patterns.ts'
import { Choice, Closed, OpenObject, Text, Timestamp } from '../schema.ts'
import { ConnectorFacts } from './facts.ts'
import { StatementFace } from './statement-face.ts'

export const EDGE_PROTOCOL = 1

/** Longest time that a poll is held open: proxies and serverless platforms limit the duration of a request. */
export const MAX_POLL_MS = 25_000
/** Maximum size of one chunk of a result, as text. */
export const MAX_CHUNK_BYTES = 256 * 1024
/** A result up to this size is sent in one frame. */
export const MAX_INLINE_BYTES = 64 * 1024
/** Maximum number of small results in one frame. */
export const MAX_RESULTS = 50
/** Maximum size of a frame with several results. */
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
  /** Over `enrollText`: proves that the caller has the private key. */
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

/** `POST /edge/session`: a connector has one session at a time; a new one ends the previous one. */
export const OpenSession = Closed({
  connector: Id('connector'),
  challenge: Base64Url(32),
  /** From the previous session; detects that a copy of the key was used. */
  ratchet: Ratchet,
  /** Over `sessionText`. */
  signature: Signature,
  facts: ConnectorFacts,
})
export type OpenSession = Static<typeof OpenSession>
export const Session = Closed({
  session: Id('session'),
  expires_at: Timestamp(),
  /** Must be stored on disk before the first frame of this session is sent. */
  ratchet: Ratchet,
  /** When the key expires; it must be rotated well before. */
  key_expires_at: Timestamp(),
  server_time: Timestamp(),
})
export type Session = Static<typeof Session>

/** `POST /edge/announce`: the statements that the connector offers, without their SQL. */
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
  /** Written by the connector; the database's own text may contain values. */
  problem: Type.Optional(Text({ maxLength: 200 })),
})
export type DatabaseHealth = Static<typeof DatabaseHealth>

/** `POST /edge/poll` */
export const Poll = Closed({
  wait_ms: Type.Integer({ minimum: 0, maximum: MAX_POLL_MS }),
  /** Number of jobs it can accept now; 0 while its queue is full. */
  room: Type.Integer({ minimum: 0, maximum: 64 }),
  policy_digest: Sha256,
  /** Results waiting to be sent, and the age of the oldest. */
  waiting: Type.Integer({ minimum: 0 }),
  lag_ms: Type.Integer({ minimum: 0 }),
  databases: Type.Array(DatabaseHealth, { maxItems: 50 }),
})
export type Poll = Static<typeof Poll>

/** The name of a statement, and parameters. The service never sends SQL. */
export const EdgeJobOrder = Closed({
  job: Id('edge_job'),
  /** Number of times the job was assigned. */
  attempt: Type.Integer({ minimum: 1 }),
  database: Text({ minLength: 1, maxLength: 64 }),
  /** Always set by this version of the service. */
  statement: Type.Optional(Text({ minLength: 1, maxLength: 64 })),
  /** Sent only by services from before ad-hoc SQL was removed; the job is then rejected with `adhoc_off`. */
  sql: Type.Optional(Text({ minLength: 1, maxLength: 20_000 })),
  params: OpenObject(),
  /** The job is not started after this time. */
  expires_at: Timestamp(),
})
export type EdgeJobOrder = Static<typeof EdgeJobOrder>

export const Polled = Closed({
  jobs: Type.Array(EdgeJobOrder, { maxItems: 64 }),
  server_time: Timestamp(),
  /** What else the connector should do. */
  wishes: Closed({
    /** Rotate the key now. */
    rotate: Type.Boolean(),
    /** Announce the statements: the service does not know them, or has outdated ones. */
    announce: Type.Boolean(),
    /** No new jobs are assigned; the connector can be stopped when its jobs are done. */
    drain: Type.Boolean(),
  }),
})
export type Polled = Static<typeof Polled>

export const EDGE_OUTCOMES = ['done', 'refused', 'failed', 'expired', 'unknown'] as const
/** Why a job was not completed, as codes that a program can handle. */
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
  /** The error code of the database (SQLSTATE, errno), never its message. */
  database_code: Type.Optional(Text({ maxLength: 20 })),
})
export type EdgeProblem = Static<typeof EdgeProblem>

const resultFields = {
  attempt: Type.Integer({ minimum: 1 }),
  /**
   * `done`: completed. `refused`: the policy does not allow it; not started. `failed`: started, without effect.
   * `expired`: too late; not started. `unknown`: a write was started, and its result is not known.
   */
  outcome: Choice(EDGE_OUTCOMES),
  problem: Type.Optional(EdgeProblem),
  columns: Type.Array(Text({ maxLength: 128 }), { maxItems: 1000 }),
  row_count: Type.Integer({ minimum: 0 }),
  /** Rows that a write changed. */
  changed_count: Type.Optional(Type.Integer({ minimum: 0 })),
  /** There were more rows or bytes than the policy allows. */
  truncated: Type.Boolean(),
  /** Size of the JSON text of the rows (an array of arrays in the order of `columns`). */
  byte_count: Type.Integer({ minimum: 0, maximum: MAX_RESULT_BYTES }),
  sha256: Sha256,
  /** Chunks that were sent before; 0 if `rows` is set. */
  chunk_count: Type.Integer({ minimum: 0, maximum: 1000 }),
  rows: Type.Optional(Type.Array(Type.Array(Type.Unsafe<unknown>({})))),
  duration_ms: Type.Integer({ minimum: 0 }),
}
/** `PUT /edge/jobs/{job}/chunks/{n}`: the body is a part of the JSON text of the rows. Numbered from 0. */
/** `POST /edge/jobs/{job}/result`: retried until there is a response; a duplicate is stored once. */
export const EdgeResult = Closed(resultFields)
export type EdgeResult = Static<typeof EdgeResult>
/** `again`: it was stored before. In both cases the connector can delete its copy. */
export const EdgeResultTaken = Closed({ taken: Choice(['now', 'again']) })
export type EdgeResultTaken = Static<typeof EdgeResultTaken>

/** `POST /edge/results`: several results without chunks. If one of them is invalid, none is stored. */
export const EdgeResults = Closed({
  results: Type.Array(Closed({ job: Id('edge_job'), ...resultFields }), {
    minItems: 1,
    maxItems: MAX_RESULTS,
  }),
})
export type EdgeResults = Static<typeof EdgeResults>
/** Number of results that were not stored before. */
export const EdgeResultsTaken = Closed({ taken: Type.Integer({ minimum: 0 }) })
export type EdgeResultsTaken = Static<typeof EdgeResultsTaken>

/** `POST /edge/rotate`: the frame is signed with the old key, `signature` with the new one over `rotateText`. */
export const RotateKey = Closed({ public_key: PublicKey, signature: Signature })
export type RotateKey = Static<typeof RotateKey>
export const KeyRotated = Closed({ key_expires_at: Timestamp() })
export type KeyRotated = Static<typeof KeyRotated>
