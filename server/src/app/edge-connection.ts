// Access of integrations to connectors: in transactions of their tenant, as the integration. A write uses the name of the
// change as its key, so that another worker that continues it requests the same job.
import type { StatementFace } from '@task-service/contract'
import { type EdgeRequest, type EdgeStatement, Failure, type Json } from '@task-service/kit'
import { failureOf, isSourceChanged } from '#agent/edge-outcome.ts'
import type { EdgeConnection } from '#agent/edge-question.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { Database } from '#db/database.ts'
import { getConnectorRow, listConnectorStatements, stateOf } from '#domains/connectors/index.ts'
import {
  type EdgeSteps,
  forgetRows,
  runStatement,
  type StatementRequest,
  type StatementRun,
} from '#domains/edge/index.ts'
import { decodeId, encodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'
import { uuidv7 } from '#lib/uuid.ts'

type Parts = { db: Pick<Database, 'tenantRead' | 'tenantTx'>; keyring: Keyring }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** A read expires with its timeout; a write may wait longer for its connector. */
const WRITE_EXPIRES_MS = 600_000
/** The most that one read returns to an integration; it requests the next page for the rest. */
const MOST = { rows: 20_000, bytes: 8 * 2 ** 20 }
/** For an offline connector, which may be about to reconnect. */
const ABSENT_MS = 3_000

export function createEdgeConnection(parts: Parts): EdgeConnection {
  return {
    runStatement: ({ tenantId, integrationId }, request, signal) =>
      withFailures(async () => {
        // A connection test has no integration ID.
        const id = uuid.test(integrationId) ? integrationId : undefined
        const steps = stepsOf(parts, tenantId, id)
        const wish = await wishFor(steps, request, id)
        const run = await askFor(steps, wish, signal)
        const failure = failureOf(run.job, run.connectorState)
        if (failure) throw failure
        if (run.isCut && run.rows.length === 0) throw rowTooLarge()
        // Rows become tasks; stored here as well, the rows of every sync would be kept for days.
        const jobId = decodeId('edge_job', run.job.id) ?? ''
        if (request.key === undefined) await steps.write((ctx) => forgetRows(ctx.tx, jobId))
        return {
          columns: run.columns,
          rows: run.rows as Json[][], // parsed from JSON
          truncated: run.job.truncated || run.isCut,
          ...(run.isCut && { cutAt: MOST }),
          changed: run.job.changed_count ?? 0,
          sourceChanged: isSourceChanged(run.job),
        }
      }),
    listStatements: ({ tenantId }, connector) =>
      withFailures(async () => {
        const steps = stepsOf(parts, tenantId, undefined)
        const { data } = await steps.read((ctx) => listConnectorStatements(ctx, connector))
        return data.map(toStatement)
      }),
  }
}

function rowTooLarge(): Failure {
  const text = `The first row of the result is too large: maximum ${MOST.bytes.toLocaleString('en')} bytes.`
  return new Failure('invalid', text, { fix: 'Select fewer or smaller columns in the statement.' })
}

async function wishFor(
  steps: EdgeSteps,
  request: EdgeRequest & { timeoutMs: number },
  integrationId: string | undefined,
): Promise<StatementRequest> {
  const { connector, database, statement, params, key } = request
  const row = await steps.read((ctx) => getConnectorRow(ctx, connector))
  const isThere = stateOf(row, new Date()) === 'online'
  const timeoutMs = isThere ? request.timeoutMs : Math.min(ABSENT_MS, request.timeoutMs)
  return {
    connectorId: connector,
    database,
    statement,
    params,
    timeoutMs,
    expiresMs: key === undefined ? timeoutMs : WRITE_EXPIRES_MS,
    most: MOST,
    ...(key !== undefined && { requestKey: key }),
    ...(integrationId !== undefined && { integrationId }),
  }
}

async function askFor(
  steps: EdgeSteps,
  wish: StatementRequest,
  signal: AbortSignal,
): Promise<StatementRun> {
  const begunAt = new Date().toISOString()
  const run = await runStatement(steps, wish, signal)
  const { id, state, ended_at: endedAt } = run.job
  const wasUnknown = state === 'unknown' && endedAt !== null && endedAt < begunAt
  if (!wasUnknown || wish.requestKey === undefined) return run
  // The user has seen that the result was unknown, has checked, and retries the write.
  return runStatement(steps, { ...wish, requestKey: `${wish.requestKey}:${id}` }, signal)
}

function toStatement(face: StatementFace): EdgeStatement {
  return {
    database: face.database,
    name: face.name,
    kind: face.kind,
    params: face.params.map(({ name, type, required }) => ({ name, type, required })),
    columns: face.columns.map(({ name }) => name),
    maxRows: face.max_rows,
    ...(face.fence !== undefined && { fence: face.fence }),
  }
}

/** An integration gets the same messages as users. */
async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'overloaded') throw new Failure('transient', error.message)
    const isMissing = error.code === 'connector_not_found'
    const message = isMissing ? 'The connector does not exist.' : 'The connector is not enrolled.'
    const fix = isMissing ? 'Choose another connector.' : 'Create a token and enroll the connector.'
    throw new Failure('not_found', message, { fix })
  }
}

function stepsOf(
  { db, keyring }: Parts,
  tenantId: string,
  integrationId: string | undefined,
): EdgeSteps {
  const id = integrationId === undefined ? 'try' : encodeId('integration', integrationId)
  const known = { actor: { kind: 'system', id } as const, requestId: uuidv7(), keyring }
  return {
    tenantId,
    read: (work) => db.tenantRead(tenantId, (tx) => work({ ...known, tx, now: new Date() })),
    write: (work) => db.tenantTx(tenantId, (tx) => work({ ...known, tx, now: new Date() })),
  }
}
