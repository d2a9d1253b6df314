// One round of queue maintenance for a tenant, as the worker runs it every second.

import { tendQueues } from '../../../server/src/domains/work/index.ts'
import { uuidv7 } from '../../../server/src/lib/uuid.ts'
import type { ApiClient } from '../api-client.ts'
import { testApi } from '../test-api.ts'

export async function tendTenant(client: Pick<ApiClient, 'tenant'>): Promise<void> {
  const { db } = await testApi()
  const actor = { kind: 'system', id: 'queues' } as const
  await tendQueues((work) =>
    db.tenantTx(client.tenant.id, (tx) =>
      work({ tx, actor, requestId: uuidv7(), now: new Date() }),
    ),
  )
}
