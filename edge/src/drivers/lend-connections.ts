// Connections for the length of a piece of work: ended in time whatever the database does, and used again only when all went well.
import { createShelf } from './connection-shelf.ts'
import { type Deadline, withDeadline } from './deadline.ts'

type Engine<Connection> = {
  open: () => Promise<Connection>
  end: (connection: Connection) => void
  destroy: (connection: Connection) => void
  isAlive: (connection: Connection) => boolean
  /** Asks the database, over another connection, to stop what this one is doing. */
  interrupt: (connection: Connection) => void
  toFailure: (error: unknown) => unknown
}

export type Opening<Connection> = {
  begin: (connection: Connection, deadline: Deadline) => Promise<unknown>
}

export type Lender<Connection> = {
  during: <T>(
    timeoutMs: number,
    opening: Opening<Connection>,
    work: (connection: Connection, deadline: Deadline) => Promise<T>,
  ) => Promise<T>
  close: () => void
}

export function lendConnections<Connection>(engine: Engine<Connection>): Lender<Connection> {
  const { open, end, destroy, isAlive, interrupt, toFailure } = engine
  const shelf = createShelf(open, end, isAlive)
  return {
    during: (timeoutMs, { begin }, work) =>
      withDeadline(timeoutMs, async (deadline) => {
        const prepare = (connection: Connection) => begin(connection, deadline)
        const connection = await shelf.take(prepare)
        deadline.onEnd(() => {
          destroy(connection)
          interrupt(connection)
        })
        try {
          const result = await work(connection, deadline)
          shelf.putBack(connection)
          return result
        } catch (error) {
          destroy(connection)
          throw error
        }
      }).catch((error: unknown) => {
        throw toFailure(error)
      }),
    close: () => shelf.close(),
  }
}
