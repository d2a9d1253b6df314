// Our own side of the comparison: the program as shipped, one tenant, on a fresh database of the same server.
import { createDatabase } from '../../tests/harness/database.ts'
import { provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import type { Engine } from '../lib/engine.ts'
import { startServiceProcess } from '../lib/service-process.ts'
import { taskBody } from '../lib/task-body.ts'
import type { Side } from './peer.ts'
import { PAGE } from './side-tasks.ts'

export async function startOwnSide(engine: Engine, directory: string): Promise<Side> {
  const database = await createDatabase({ cluster: engine.cluster })
  const [tenant] = await provisionTenants(database.superuserUrl, 1)
  if (!tenant) throw new Error('no tenant')
  const service = await startServiceProcess({ databaseUrl: database.url, directory })
  return {
    url: service.url,
    headers: { Host: tenant.host, 'X-API-Key': tenant.key },
    create: { method: 'POST', path: '/api/tasks', body: taskBody },
    list: { method: 'GET', path: `/api/tasks?limit=${PAGE}` },
    titlesIn: (answer) => (answer as { data: { title: string }[] }).data.map(({ title }) => title), // a page of the contract
    table: 'tasks',
    superuserUrl: database.superuserUrl,
    async stop() {
      await service.stop()
      await database.drop()
    },
  }
}
