// Database access of the dispatcher and of the job queue: the event log of all tenants, and jobs that contain IDs.
import type { QueryResult } from 'pg'
import { type DriverResult, type OneTripOptions, runOneTrip } from '../one-trip-tx.ts'
import type { Reader } from '../reader.ts'
import { beginShared } from '../session.ts'
import type { Sql } from '../sql.ts'
import { abandon, commit } from '../tenant-tx.ts'

/** Results as the driver returns them: a text of several statements has a list, which its types do not say. */
export type Execute = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

export type FeedTx = {
  rows<Row>(statement: Sql): Promise<Row[]>
  /** For the job queue, which has its own statements. */
  execute: Execute
}

export type Feed = {
  execute: Execute
  tx<T>(work: (tx: FeedTx) => Promise<T>): Promise<T>
  /**
   * Looks for something to do, several times a second in every worker: one statement that only reads, prepared and without a
   * transaction around it, which is a fraction of the CPU time.
   */
  look: Reader
}

export type FeedOptions = OneTripOptions & Pick<Feed, 'look'>

const asExecuted = (result: DriverResult) => result as QueryResult // as `query` of the driver types it

export function openFeed(options: FeedOptions): Feed {
  const { pool, look } = options
  return {
    look,
    async execute(text, values) {
      if (!options.isShared) return pool.query(text, values)
      // The whole result: the queue reads each one of a text with several statements.
      return asExecuted(await runOneTrip(options, [{ text, values: values ?? [] }]))
    },
    async tx(work) {
      const client = await pool.connect()
      const execute: Execute = (text, values) => client.query(text, values)
      let value: Awaited<ReturnType<typeof work>>
      try {
        if (options.isShared) await beginShared(client, options.begin)
        // Sent together with the first statement: the client pipelines.
        const opening = options.isShared ? undefined : client.query(options.begin)
        opening?.catch(() => undefined)
        value = await work({
          execute,
          rows: async <Row>({ text, values }: Sql) => (await execute(text, values)).rows as Row[], // the caller names the row type beside its statement
        })
        await opening
      } catch (error) {
        await abandon(client)
        throw error
      }
      await commit(client, options.commits)
      return value
    },
  }
}
