// One reading of what changed over there, with its progress; and items that could not be taken over.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { SyncError } from './links.ts'

export const SYNC_RUN_STATES = ['running', 'stalled', 'succeeded', 'failed', 'canceled'] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const SyncRun = Closed(
  {
    id: Id('run'),
    integration_id: Id('integration'),
    kind: Choice(['pull', 'full'], { description: '`full`: everything, to find what was deleted' }),
    cause: Choice(['first', 'schedule', 'manual', 'sweep', 'retry']),
    state: Choice(SYNC_RUN_STATES, {
      description: '`stalled`: no sign of life for a while; it is taken up again',
    }),
    started_at: Timestamp(),
    heartbeat_at: Timestamp('The last sign of life'),
    ended_at: Nullable(Timestamp()),
    read: count('Items that were read'),
    created: count('Tasks that came of them'),
    changed: count('Tasks that were changed'),
    removed: count('Items that are gone'),
    failed: count('Items that could not be taken over'),
    total: Nullable(Type.Integer(), { description: 'Items there are to read, where it is known' }),
    error: Nullable(SyncError),
    log: Type.Array(Type.String()),
  },
  { description: 'One reading of what changed over there' },
)
export type SyncRun = Static<typeof SyncRun>

export const SyncFailure = Closed(
  {
    external_id: Type.String(),
    title: Nullable(Type.String()),
    url: Nullable(Type.String()),
    error: SyncError,
    tries: Type.Integer({ minimum: 1 }),
    first_at: Timestamp(),
    last_at: Timestamp(),
  },
  { description: 'An item that could not be taken over' },
)
export type SyncFailure = Static<typeof SyncFailure>
