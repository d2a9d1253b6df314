// Common code of SQL Server and Oracle: timeout, row limits, writes and ledger. Untested live.
import { type Deadline, withDeadline } from '../deadline.ts'
import {
  type BoundStatement,
  type Driver,
  DriverFailure,
  type Inspection,
  type RowSink,
  type WriteEnd,
  type WriteRules,
} from '../driver.ts'
import { DriverMissing } from './driver-missing.ts'

/** A connection with an open transaction. */
export type PlainSession = {
  stream(statement: BoundStatement, sink: RowSink): Promise<{ truncated: boolean }>
  run(statement: BoundStatement): Promise<{ changed: number; rows: unknown[][] }>
  describe(statement: BoundStatement, kind: 'read' | 'write'): Promise<readonly string[]>
  inspect(): Promise<Inspection>
  /** The engine's placeholder for the value at `at`, counted from 1. */
  placeholder(at: number): string
  now: string
  commit(): Promise<void>
  /** Also cancels a running statement. */
  destroy(): void
}

export type PlainEngine = {
  engine: Driver['engine']
  open(isReadOnly: boolean): Promise<PlainSession>
  /** The engine's own code, and whether the server was reached at all. */
  faultOf(error: unknown): { code?: string; isUnreachable: boolean; isDuplicate: boolean }
}

const DRY_RUN_MS = 15_000

export function createPlainDriver(engine: PlainEngine): Driver {
  const failure = (error: unknown, isUncertain = false): DriverFailure | DriverMissing => {
    // The error of a missing driver already contains the fix.
    if (error instanceof DriverFailure || error instanceof DriverMissing) return error
    const { code, isUnreachable } = engine.faultOf(error)
    return new DriverFailure(isUnreachable ? 'unreachable' : 'refused', code, isUncertain)
  }
  const withSession = <T>(
    timeoutMs: number,
    isReadOnly: boolean,
    work: (session: PlainSession, deadline: Deadline) => Promise<T>,
  ): Promise<T> =>
    withDeadline(timeoutMs, async (deadline) => {
      const session = await engine.open(isReadOnly)
      deadline.onEnd(() => session.destroy())
      try {
        return await work(session, deadline)
      } finally {
        // Without a commit everything is rolled back.
        session.destroy()
      }
    }).catch((error: unknown) => {
      throw failure(error)
    })
  return {
    engine: engine.engine,
    read: (statement, caps, sink) =>
      withSession(caps.timeoutMs, true, (session) => session.stream(statement, sink)),
    write: (statement, rules) =>
      withSession(rules.timeoutMs, false, (session) =>
        writeOnce(engine, session, statement, rules, failure),
      ),
    explain: (statement, kind) =>
      withSession(DRY_RUN_MS, true, (session) => session.describe(statement, kind)),
    inspect: () => withSession(DRY_RUN_MS, true, (session) => session.inspect()),
    ping: (timeoutMs) => withSession(timeoutMs, true, async () => {}),
    close: async () => {},
  }
}

async function writeOnce(
  engine: PlainEngine,
  session: PlainSession,
  statement: BoundStatement,
  { expectRows, ledger }: WriteRules,
  failure: (error: unknown, isUncertain: boolean) => Error,
): Promise<WriteEnd> {
  if (ledger !== undefined) {
    const { table, job } = ledger
    const places = `${session.placeholder(1)}, ${session.placeholder(2)}, ${session.now}`
    try {
      await session.run({
        text: `insert into ${table} (job, changed, done_at) values (${places})`,
        values: [job, expectRows],
      })
    } catch (error) {
      if (!engine.faultOf(error).isDuplicate) throw error
      return { kind: 'done', changed: expectRows, again: true }
    }
  }
  const { changed } = await session.run(statement)
  if (changed !== expectRows) return { kind: 'row_count', changed }
  try {
    await session.commit()
  } catch (error) {
    throw failure(error, true)
  }
  return { kind: 'done', changed, again: false }
}
