// SQL of agents as claims need them.
import { sql } from '#db/sql.ts'
import type { Tx } from '#db/tenant-tx.ts'

export type ClaimingAgent = { id: string; name: string; queues: string[] }

export function findClaimingAgent(tx: Tx, name: string): Promise<ClaimingAgent | undefined> {
  return tx.row<ClaimingAgent>(sql`
    select a.id, a.name, a.queues from agents a where ${tx.mine('a')} and a.name = ${name}`)
}
