// What `serve --role worker` has when it starts working, for workers that do it differently.
import { admitKeyring } from '../../../server/src/app/keyring.ts'
import { startWorker } from '../../../server/src/app/workers/worker.ts'
import { loadConfig } from '../../../server/src/config/load.ts'
import { openDatabase } from '../../../server/src/db/database.ts'
import { readInstance } from '../../../server/src/domains/keys/index.ts'
import { createLogger } from '../../../server/src/observe/log.ts'

export async function openWorker() {
  const config = loadConfig({ needs: ['database', 'api', 'master'] })
  const log = createLogger(config.log)
  const db = openDatabase({ ...config.database, url: config.database.url.reveal() })
  const instance = await readInstance(db.auth)
  const keyring = await admitKeyring(config.keys, { db, instance, log })
  startWorker({ config, db, log })
  return { config, db, keyring, log }
}
