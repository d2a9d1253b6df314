// The console: a user runs a statement and waits for its rows.
import type { EdgeJobWithRows, StatementRun } from '@task-service/contract'
import { runStatement } from './run-statement.ts'
import { SHOWN } from './show-job.ts'
import type { EdgeSteps } from './steps.ts'

const WAIT_SECONDS = 20
/** By then, the client has disconnected. */
const EXPIRES_MS = 120_000

type PersonSteps = EdgeSteps & {
  signal: AbortSignal
  /** From now on it only waits. */
  releaseSlot: () => void
}

export async function runForPerson(
  steps: PersonSteps,
  connectorId: string,
  input: StatementRun,
  stopping: AbortSignal,
): Promise<EdgeJobWithRows> {
  steps.releaseSlot()
  const { job, columns, rows } = await runStatement(
    steps,
    {
      connectorId,
      database: input.database,
      statement: input.statement,
      params: input.params ?? {},
      // Others make keys too: those of integrations begin otherwise.
      ...(input.request_key !== undefined && { requestKey: `api ${input.request_key}` }),
      timeoutMs: (input.wait_seconds ?? WAIT_SECONDS) * 1_000,
      expiresMs: EXPIRES_MS,
      isAudited: true,
      most: SHOWN,
    },
    AbortSignal.any([steps.signal, stopping]),
  )
  return { ...job, columns, rows }
}
