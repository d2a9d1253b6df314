// Runs work on a pooled connection, within a timeout; the connection is reused only after success.
import { createConnectionPool } from './connection-pool.ts'
import { type Deadline, withDeadline } from './deadline.ts'

type Engine<Connection> = {
  open: () => Promise<Connection>
  end: (connection: Connection) => void
  destroy: (connection: Connection) => void
  isAlive: (connection: Connection) => boolean
  /** Cancels the statement of this connection over another one. */
  interrupt: (connection: Connection) => void
  toFailure: (error: unknown) => unknown
}

export type Opening<Connection> = {
  begin: (connection: Connection, deadline: Deadline) => Promise<unknown>
}

export type PooledConnections<Connection> = {
  withConnection: <T>(
    timeoutMs: number,
    opening: Opening<Connection>,
    work: (connection: Connection, deadline: Deadline) => Promise<T>,
  ) => Promise<T>
  close: () => void
}

export function createPooledConnections<Connection>(
  engine: Engine<Connection>,
): PooledConnections<Connection> {
  const { open, end, destroy, isAlive, interrupt, toFailure } = engine
  const pool = createConnectionPool(open, end, isAlive)
  return {
    withConnection: (timeoutMs, { begin }, work) =>
      withDeadline(timeoutMs, async (deadline) => {
        const prepare = (connection: Connection) => begin(connection, deadline)
        const connection = await pool.acquire(prepare)
        deadline.onEnd(() => {
          destroy(connection)
          interrupt(connection)
        })
        try {
          const result = await work(connection, deadline)
          pool.release(connection)
          return result
        } catch (error) {
          destroy(connection)
          throw error
        }
      }).catch((error: unknown) => {
        throw toFailure(error)
      }),
    close: () => pool.close(),
  }
}
