// A database server for scenes of sync. Of their own: transactions of other tests keep the dispatcher from reading what is
// new.
import { Client } from 'pg'
import type { Database } from '../../../server/src/db/database.ts'
import { startCluster } from '../cluster.ts'
import { createDatabase, openTestDatabase } from '../database.ts'
import { createSyncScene, type SceneOptions, type SyncScene } from './sync-scene.ts'

export type Stage = {
  db: Database
  query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
  scene: (options?: SceneOptions) => Promise<SyncScene>
  /** As if the time had passed that an integration rests after a failure. */
  endRest: (scene: Pick<SyncScene, 'tenantId'>) => Promise<void>
  stop: () => Promise<void>
}

export async function openStage(): Promise<Stage> {
  const cluster = await startCluster({ fsync: false, inMemory: true })
  const database = await createDatabase({ cluster })
  const db = openTestDatabase(database.url, 6)
  const admin = new Client({ connectionString: database.superuserUrl })
  await admin.connect()
  const query: Stage['query'] = (text, values) => admin.query(text, values)
  return {
    db,
    query,
    scene: (options) => createSyncScene(db, query, options),
    async endRest({ tenantId }) {
      await query(
        `update integrations set rest_until = null, next_pull_at = now(), due_at = now() where tenant_id = $1`,
        [tenantId],
      )
    },
    async stop() {
      await Promise.all([db.close(), admin.end()])
      await cluster.stop()
    },
  }
}
