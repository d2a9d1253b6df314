// A database for scenes of sync, on a server without transactions of other tests.
import { after, before } from 'node:test'
import { Client } from 'pg'
import type { Database } from '../../../server/src/db/database.ts'
import { createDatabase, openTestDatabase } from '../database.ts'
import { quietCluster } from '../processes/quiet-cluster.ts'
import { createSyncScene, type SceneOptions, type SyncScene } from './sync-scene.ts'

export type Stage = {
  db: Database
  query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>
  scene: (options?: SceneOptions) => Promise<SyncScene>
  /** As if the time had passed that an integration rests after a failure. */
  endRest: (scene: Pick<SyncScene, 'tenantId'>) => Promise<void>
  stop: () => Promise<void>
}

/** Opened before the tests of a file and stopped after them. */
export function stageOfFile(): Stage {
  let opened: Stage | undefined
  const current = (): Stage => {
    if (!opened) throw new Error('the stage is open only during tests')
    return opened
  }
  before(async () => {
    opened = await openStage()
  })
  after(() => opened?.stop())
  return {
    get db() {
      return current().db
    },
    query: (text, values) => current().query(text, values),
    scene: (options) => current().scene(options),
    endRest: (scene) => current().endRest(scene),
    stop: () => current().stop(),
  }
}

export async function openStage(): Promise<Stage> {
  const database = await createDatabase({ cluster: await quietCluster() })
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
      await database.drop()
    },
  }
}
