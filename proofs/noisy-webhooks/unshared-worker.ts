// A worker in which every job counts as a tenant of its own: what the control runs to show that tenants need shares.
import { startDeliveryWorker } from '../../server/src/app/workers/delivery-worker.ts'
import { uuidv7 } from '../../server/src/lib/uuid.ts'
import { openWorker } from '../../tests/harness/processes/open-worker.ts'

await startDeliveryWorker({ ...(await openWorker()), ownerOf: () => uuidv7() })
