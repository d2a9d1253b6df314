// SQL that finds one event of the log, to try a filter on.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'
import { timeOfUuid } from '#lib/uuid.ts'

export type FoundEvent = {
  type: string
  data: object
  previous: object
  changed: string[]
  actor: string
}

/** The log has no index by id alone; the time in the id leaves one or two weeks of it to look at. */
export function findEvent(tx: Tx, id: string): Promise<FoundEvent | undefined> {
  const at = timeOfUuid(id)
  return tx.row(sql`
    select e.type, e.data, e.previous, e.changed, e.actor from events e
    where ${tx.mine('e')} and e.id = ${id}
      and e.occurred_at between ${at}::timestamptz - interval '1 day' and ${at}::timestamptz + interval '1 day'`)
}
