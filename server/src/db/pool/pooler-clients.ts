// Connections to a pooler, by its support for prepared statements.
import { WatchedClient } from '../liveness/watched-client.ts'
import type { Pooler } from '../session.ts'

export function clientFor(pooler: Pooler): typeof WatchedClient {
  if (pooler === 'none') return WatchedClient
  return pooler === 'transaction' ? UnpreparedClient : RenamingClient
}

/**
 * Prepares nothing: a prepared statement belongs to the connection that parsed it, and the next transaction may run on
 * another. Done here, and not where statements are sent, so that none can be forgotten.
 */
export class UnpreparedClient extends WatchedClient {
  // All forms of query() pass through unchanged but for the name; `never` fits each of them.
  override query(statement: never, ...rest: never[]): never {
    return super.query(withoutName(statement), ...rest)
  }
}

function withoutName(statement: unknown): never {
  if (typeof statement !== 'object' || statement === null) return statement as never
  if ('submit' in statement) throw new Error('a query that sends itself might be prepared')
  const { name: _, ...unnamed } = statement as { name?: string } // the other forms of a statement are objects
  return unnamed as never
}

type Named = { name?: string }
type Callback = (error: unknown, result: unknown) => void

/**
 * For a pooler that supports prepared statements. If PostgreSQL did not parse a statement because an earlier one had aborted
 * the transaction, the driver parses it again; pgbouncer closes the connection of a client that uses a name twice. So a
 * name that has failed before it ever succeeded is replaced.
 */
export class RenamingClient extends WatchedClient {
  readonly #prepared = new Set<string>()
  readonly #failures = new Map<string, number>()

  override query(statement: never, ...rest: never[]): never {
    const { name } = statement as Named // the other forms of a statement have no name
    if (!name) return super.query(statement, ...rest)
    const failures = this.#failures.get(name) ?? 0
    const renamed =
      failures === 0 ? statement : { ...(statement as object), name: `${name}.${failures}` }
    if (this.#prepared.has(name)) return super.query(renamed as never, ...rest)
    const note = (error: unknown) => {
      if (!error) this.#prepared.add(name)
      // Of several that were sent together, the first counts.
      else if (!this.#prepared.has(name)) this.#failures.set(name, failures + 1)
    }
    return this.#queryAndNote(renamed as never, rest, note)
  }

  /** `note` runs before the caller, which may send the same statement again immediately. */
  #queryAndNote(statement: never, rest: never[], note: (error: unknown) => void): never {
    const callback = rest.at(-1) as Callback | undefined
    if (typeof callback === 'function') {
      const noting: Callback = (error, result) => {
        note(error)
        callback(error, result)
      }
      return super.query(statement, ...rest.slice(0, -1), noting as never)
    }
    const result: Promise<unknown> = super.query(statement, ...rest)
    result.then(() => note(undefined), note)
    return result as never
  }
}
