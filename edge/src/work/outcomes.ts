// Results of jobs. Messages are never those of the database, which may contain values.
import { createHash } from 'node:crypto'
import type { EdgeProblem } from '@task-service/contract'
import { DriverFailure } from '#edge/drivers/driver.ts'
import type { ResultHead } from '#edge/journal/journal.ts'

export type Outcome = { head: ResultHead; rows: string }
type Code = EdgeProblem['code']

/** The policy does not allow it; nothing was run. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: Code
  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }
}

type Facts = Partial<Pick<ResultHead, 'columns' | 'row_count' | 'changed_count' | 'truncated'>>

export function done(facts: Facts, rows: string, durationMs: number): Outcome {
  return outcome('done', undefined, facts, rows, durationMs)
}

export function notDone(
  kind: Exclude<ResultHead['outcome'], 'done'>,
  code: Code,
  message: string,
  durationMs: number,
  databaseCode?: string,
): Outcome {
  const problem: EdgeProblem = {
    code,
    message: message.slice(0, 500),
    ...(databaseCode === undefined ? {} : { database_code: databaseCode.slice(0, 20) }),
  }
  return outcome(kind, problem, {}, '[]', durationMs)
}

function outcome(
  kind: ResultHead['outcome'],
  problem: EdgeProblem | undefined,
  { columns = [], row_count = 0, changed_count, truncated = false }: Facts,
  rows: string,
  durationMs: number,
): Outcome {
  const head: ResultHead = {
    outcome: kind,
    ...(problem === undefined ? {} : { problem }),
    columns,
    row_count,
    ...(changed_count === undefined ? {} : { changed_count }),
    truncated,
    byte_count: Buffer.byteLength(rows),
    sha256: createHash('sha256').update(rows).digest('hex'),
    duration_ms: Math.max(0, Math.round(durationMs)),
  }
  return { head, rows }
}

const failures: Readonly<Record<DriverFailure['fault'], { code: Code; message: string }>> = {
  timeout: {
    code: 'timeout',
    message: 'The statement exceeded its timeout and was canceled.',
  },
  too_large: {
    code: 'too_large',
    message: 'The result is larger than the policy allows.',
  },
  unreachable: {
    code: 'database_unreachable',
    message: 'The connector cannot reach the database.',
  },
  refused: {
    code: 'database_refused',
    message: 'The database rejected the statement. See the log of the database.',
  },
  no_undo: {
    code: 'database_refused',
    message:
      'A table of the statement has no transactions, so it could not be rolled back. The statement was not run; task-edge doctor names the table.',
  },
}

/** The outcome of an error. */
export function failed(error: unknown, durationMs: number): Outcome {
  if (error instanceof Refused) return notDone('refused', error.code, error.message, durationMs)
  if (!(error instanceof DriverFailure)) {
    return notDone(
      'failed',
      'internal',
      'The connector failed to run the job. See the log of the connector.',
      durationMs,
    )
  }
  if (error.isUncertain) {
    const message =
      'The connection was lost during the commit: the write may or may not be done. Check the row.'
    return notDone('unknown', 'outcome_unknown', message, durationMs, error.databaseCode)
  }
  const { code, message } = failures[error.fault]
  return notDone('failed', code, message, durationMs, error.databaseCode)
}
