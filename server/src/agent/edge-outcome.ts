// The result of a job as a failure that integrations and the sync engine act upon.
import type { ConnectorState, EdgeJob, EdgeProblem } from '@task-service/contract'
import { Failure, type FailureKind } from '@task-service/kit'

/** What a failure means: retryable, something to be changed, or a missing connection. */
const kinds: Record<EdgeProblem['code'], FailureKind> = {
  unknown_statement: 'not_found',
  unknown_database: 'not_found',
  invalid_params: 'invalid',
  unknown_token: 'invalid',
  adhoc_off: 'invalid',
  adhoc_refused: 'invalid',
  too_large: 'invalid',
  timeout: 'transient',
  row_count: 'invalid',
  source_changed: 'invalid',
  database_unreachable: 'unreachable',
  database_refused: 'invalid',
  outcome_unknown: 'invalid',
  expired: 'unreachable',
  internal: 'transient',
}

const fixes: Partial<Record<EdgeProblem['code'], string>> = {
  unknown_statement: 'Add the statement to the connector’s policy file, or choose another one.',
  unknown_database: 'Check the name of the database in the connector’s policy file.',
  invalid_params:
    'Compare the parameters with those of the statement in the connector’s policy file.',
  unknown_token: 'The connector no longer has the value of a token. Enter the value again.',
  too_large: 'Select fewer rows or columns, or raise `max_rows` or `max_bytes` in the policy file.',
  row_count:
    'Check `expect_rows` in the policy file: the statement must change exactly that many rows.',
  database_unreachable: 'Check that the database is running and that the connector can reach it.',
  database_refused:
    'See the connector log, or run `task-edge doctor` on its host to test each statement.',
  outcome_unknown:
    'Check the row, then retry. With a `ledger` in the policy file, retries are safe.',
}

/** Deadlocks, serialization failures and lock timeouts: a retry may succeed. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014', '1205', '1213', '3024', '1969'])

const states: Partial<Record<ConnectorState, string>> = {
  silent: 'The connector is offline.',
  paused: 'The connector is paused.',
  revoked: 'The key of the connector was revoked.',
  frozen: 'The connector is locked: its key was used in two places.',
  enrolling: 'The connector was never started.',
}

/** Undefined when it was done, or when only its source row had changed. */
export function failureOf(job: EdgeJob, connector: ConnectorState): Failure | undefined {
  if (job.state === 'done' || isSourceChanged(job)) return undefined
  if (job.problem && job.state !== 'expired') return fromProblem(job.problem, job.state)
  if (job.state === 'unknown') {
    const message = 'The statement was started, and its outcome is unknown.'
    return new Failure('invalid', message, facts(fixes.outcome_unknown, true))
  }
  if (job.state === 'running') {
    const message = 'The connector has started the statement and has not responded yet.'
    return new Failure('transient', message, { maybeDone: true })
  }
  if (job.state === 'canceled') return new Failure('transient', 'The job was canceled.')
  const state = states[connector]
  return state === undefined
    ? new Failure('transient', 'The connector is online but did not pick up the job in time.')
    : new Failure('unreachable', state, facts('Check the connector.'))
}

export function isSourceChanged({ problem }: Pick<EdgeJob, 'problem'>): boolean {
  return problem?.code === 'source_changed'
}

function fromProblem(problem: EdgeProblem, state: EdgeJob['state']): Failure {
  const { code, message, database_code: databaseCode } = problem
  const isBusy = databaseCode !== undefined && BUSY.has(databaseCode)
  const kind = code === 'database_refused' && isBusy ? 'transient' : kinds[code]
  const said = databaseCode === undefined ? {} : { vendorText: `database code ${databaseCode}` }
  return new Failure(kind, message, { ...facts(fixes[code], state === 'unknown'), ...said })
}

function facts(fix: string | undefined, maybeDone = false): Failure['facts'] {
  return { ...(fix !== undefined && { fix }), ...(maybeDone && { maybeDone }) }
}
