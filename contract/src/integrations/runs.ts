// A sync run with its progress, and items that failed to import.
import { type Static, Type } from 'typebox'
import { Id } from '../ids.ts'
import { Choice, Closed, Nullable, Timestamp } from '../schema.ts'
import { SyncError } from './links.ts'

export const SYNC_RUN_STATES = ['running', 'stalled', 'succeeded', 'failed', 'canceled'] as const

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const SyncRun = Closed(
  {
    id: Id('sync_run'),
    integration_id: Id('integration'),
    kind: Choice(['pull', 'full'], {
      description: '`pull`: only changes. `full`: everything, to find deleted items.',
    }),
    cause: Choice(['first', 'schedule', 'manual', 'sweep', 'retry'], {
      description:
        '`first`: initial sync. `schedule`: due by `poll_seconds`. `manual`: requested. `sweep`: full sync to find deleted items. `retry`: after a failure or an interruption.',
    }),
    state: Choice(SYNC_RUN_STATES, {
      description: '`stalled`: the worker stopped responding; another one resumes the run',
    }),
    started_at: Timestamp(),
    heartbeat_at: Timestamp('Last heartbeat of the worker'),
    ended_at: Nullable(Timestamp()),
    read: count('Items read'),
    created: count('Tasks created'),
    changed: count('Tasks updated'),
    removed: count('Items that were deleted in the external system'),
    failed: count('Items that failed to import'),
    total: Nullable(Type.Integer(), { description: 'Number of items to read, if known' }),
    error: Nullable(SyncError),
    log: Type.Array(Type.String()),
  },
  { description: 'A sync run' },
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
  { description: 'An item that failed to import' },
)
export type SyncFailure = Static<typeof SyncFailure>
