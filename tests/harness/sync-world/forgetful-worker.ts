// A worker that makes an item without looking whether it made it before, and is slow to note that it did: what the control
// runs to show what marks are for.
import { setTimeout as sleep } from 'node:timers/promises'
import type { RemoteTask } from '@task-service/kit'
import type { PluginHost, PluginSession } from '../../../server/src/agent/host.ts'
import { openPluginHost } from '../../../server/src/app/plugin-host.ts'
import { startDeliveryWorker } from '../../../server/src/app/workers/delivery-worker.ts'
import { startSyncWorker } from '../../../server/src/app/workers/sync-worker.ts'
import { openIntegrationSecret } from '../../../server/src/domains/integrations/index.ts'
import { createEgress } from '../../../server/src/egress/egress.ts'
import { openWorker } from '../processes/open-worker.ts'

/** Makes the moment in which a kill doubles an item long enough for a few kills to meet it. */
const GAP_MS = 2_000

function forget(session: PluginSession): PluginSession {
  return {
    ...session,
    findByMarker: async () => null,
    async fetchOne(ref, signal) {
      const found = await session.fetchOne(ref, signal)
      return 'gone' in found ? found : unmarked(found)
    },
    async *pull(...asked) {
      for await (const batch of session.pull(...asked)) {
        const items = batch.items.map((item) =>
          item.kind === 'upsert' ? { ...item, task: unmarked(item.task) } : item,
        )
        yield { ...batch, items }
      }
    },
    async push(change, ...rest) {
      const result = await session.push(change, ...rest)
      if (change.kind === 'create') await sleep(GAP_MS)
      return result
    },
  }
}

function unmarked(task: RemoteTask): RemoteTask {
  const { marker: _, ...rest } = task
  return rest
}

const parts = await openWorker()
const { config, log } = parts
await startDeliveryWorker(parts)
const host: PluginHost = await openPluginHost({
  config,
  log,
  roles: { api: false, worker: true },
  egress: createEgress(config.egress),
})
startSyncWorker({
  ...parts,
  host: { findManifest: host.findManifest, open: (connection) => forget(host.open(connection)) },
  openSecret: openIntegrationSecret,
  concurrency: config.integrations.concurrency,
})
