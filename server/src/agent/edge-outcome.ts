// What came of a job, in words that an integration and the engine behind it act upon.
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
  unknown_statement: 'Add the statement to the policy of the connector, or choose another.',
  unknown_database: 'Check the name of the database in the policy of the connector.',
  invalid_params: 'Compare the parameters with those that the connector announces.',
  unknown_token: 'The connector does not know the value of a token any more; enter it anew.',
  too_large: 'Let the statement give less, or raise its cap in the policy.',
  row_count: 'The statement has to change exactly the rows that the policy expects.',
  database_unreachable: 'Check the database and the way to it from the connector.',
  database_refused: 'See the log of the connector; `task-edge doctor` tries each statement.',
  outcome_unknown: 'Look at the row, then try again. A ledger in the policy makes this safe.',
}

/** Deadlocks, serialization failures and lock timeouts: a retry may succeed. */
const BUSY = new Set(['40001', '40P01', '55P03', '57014', '1205', '1213', '3024', '1969'])

const states: Partial<Record<ConnectorState, string>> = {
  silent: 'The connector has not been heard of for a while.',
  paused: 'The connector is paused.',
  revoked: 'The key of the connector was revoked.',
  frozen: 'The connector is frozen: its key was used in two places.',
  enrolling: 'The connector was never started.',
}

/** Undefined when it was done, or when only its source row had changed. */
export function failureOf(job: EdgeJob, connector: ConnectorState): Failure | undefined {
  if (job.state === 'done' || isSourceChanged(job)) return undefined
  if (job.problem && job.state !== 'expired') return fromProblem(job.problem, job.state)
  if (job.state === 'unknown') {
    const message = 'It was begun, and whether it was done is not known.'
    return new Failure('invalid', message, facts(fixes.outcome_unknown, true))
  }
  if (job.state === 'running') {
    const message = 'The connector has begun it and has not answered yet.'
    return new Failure('transient', message, { maybeDone: true })
  }
  if (job.state === 'canceled') return new Failure('transient', 'The job was canceled.')
  const state = states[connector]
  return state === undefined
    ? new Failure('transient', 'The connector is there and did not come to it in time.')
    : new Failure('unreachable', state, facts('Look at the connector.'))
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
