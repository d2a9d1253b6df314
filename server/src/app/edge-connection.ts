// The way of integrations to connectors: in transactions of their tenant, in their own name. A write is asked for under the
// name of the change, so that whoever takes over asks for the same job.
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

/** Nobody waits for a read longer than its time; a write may wait for its connector a little. */
const WRITE_EXPIRES_MS = 600_000
/** What one read hands to an integration at once; where there is more, it asks for the next page. */
const MOST = { rows: 20_000, bytes: 8 * 2 ** 20 }
/** Of a connector that is not there: it may just be coming back. */
const ABSENT_MS = 3_000

export function createEdgeConnection(parts: Parts): EdgeConnection {
  return {
    runStatement: ({ tenantId, integrationId }, request, signal) =>
      withFailures(async () => {
        // A connection that is only tried out has no id of its own.
        const id = uuid.test(integrationId) ? integrationId : undefined
        const steps = stepsOf(parts, tenantId, id)
        const wish = await wishFor(steps, request, id)
        const run = await askFor(steps, wish, signal)
        const failure = failureOf(run.job, run.connectorState)
        if (failure) throw failure
        if (run.isCut && run.rows.length === 0) throw rowTooLarge()
        // What was read becomes tasks; kept here as well, the rows of every look would lie here for days.
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
  const text = `The first row of the result is larger than ${MOST.bytes} bytes.`
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
  // Somebody was told that its end is not known, has looked, and wants it done.
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

/** What people would be told is what an integration is told. */
async function withFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (error.code === 'overloaded') throw new Failure('transient', error.message)
    const isMissing = error.code === 'connector_not_found'
    const message = isMissing ? 'There is no such connector.' : 'The connector has no key.'
    const fix = isMissing ? 'Choose a connector.' : 'Enrol the connector.'
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
