// The keys that sign and encrypt positions in a tenant's event log, for tests that create some of their own.
import { createHmac } from 'node:crypto'
import { readInstance } from '../../../server/src/domains/keys/index.ts'
import type { PositionScope } from '../../../server/src/events/position.ts'
import { testApi } from '../test-api.ts'

export async function positionScope(tenant: { id: string }): Promise<PositionScope> {
  const { pepper, history } = await readInstance((await testApi()).db.auth)
  return {
    tenant,
    cursorSecret: pepper,
    freshnessSecret: createHmac('sha256', pepper).update(history).digest(),
  }
}
