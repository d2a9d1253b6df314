// Writes a small tree that follows the rules into a temporary directory and plants files in it, so
// that the checks are tested on trees with known faults.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { SliceEdge } from './rule-types.ts'

export type Files = Readonly<Record<string, string>>

const json = (value: unknown): string => JSON.stringify(value)

const serverModules =
  'app commands config crypto db domains egress events http jobs lib observe agent'.split(' ')

const dashboardModules = 'api app components features lib live theme words'.split(' ')

/** Every kind of import the rules allow, at least once. */
export const validTree: Files = {
  'package.json': json({ name: 'planted', devDependencies: { 'fast-check': '1.0.0' } }),
  'contract/package.json': json({
    name: '@planted/contract',
    dependencies: { typebox: '1.0.0' },
  }),
  'contract/src/index.ts': "import { Type } from 'typebox'\nexport const Task = Type.Object({})\n",
  'server/package.json': json({
    name: '@planted/server',
    imports: Object.fromEntries(
      serverModules.map((module) => [`#${module}/*`, `./src/${module}/*`]),
    ),
    dependencies: { '@planted/contract': '1.0.0', fastify: '5.0.0', pg: '8.0.0' },
  }),
  'server/src/main.ts': "await import('#commands/serve.ts')\n",
  'server/src/commands/serve.ts': "import { api } from '#app/api.ts'\nexport const serve = api\n",
  'server/src/config/load.ts': 'export const port = process.env.PORT\n',
  'server/src/db/pool.ts': "import pg from 'pg'\nexport const pool = pg\n",
  'server/src/http/route.ts':
    "import type { Tx } from '#db/tenant-tx.ts'\nimport type { FastifyInstance } from 'fastify'\nexport type Route = [Tx, FastifyInstance]\n",
  'server/src/app/api.ts': "export { tasks as api } from '#domains/tasks/index.ts'\n",
  'server/src/domains/audit/index.ts': "export { record } from './store.ts'\n",
  'server/src/domains/audit/store.ts':
    "import { sql } from '#db/sql.ts'\nexport const record = sql\n",
  'server/src/domains/tasks/index.ts':
    "export { move } from './board/index.ts'\nexport { routes as tasks } from './routes.ts'\n",
  'server/src/domains/tasks/routes.ts':
    "import type { Route } from '#http/route.ts'\nimport { create } from './service/create.ts'\nexport const routes: Route[] = [create]\n",
  'server/src/domains/tasks/routes.list.test.ts':
    "import fc from 'fast-check'\nimport { pool } from '../../db/pool.ts'\nfc.assert(pool)\n",
  'server/src/domains/tasks/service/create.ts':
    "import { record } from '#domains/audit/index.ts'\nimport { insert } from '../store.ts'\nimport { limit } from '../number.ts'\nexport const create = [record, insert, limit]\n",
  'server/src/domains/tasks/store.ts':
    "import { sql } from '#db/sql.ts'\nexport const insert = sql\n",
  'server/src/domains/tasks/board/index.ts': "export { move } from './service.ts'\n",
  'server/src/domains/tasks/board/service.ts':
    "import { lanes } from '#domains/tasks/lane/index.ts'\nimport { limit } from '#domains/tasks/number.ts'\nexport const move = [lanes, limit]\n",
  'server/src/domains/tasks/lane/index.ts': "export { lanes } from './store/lanes.ts'\n",
  'server/src/domains/tasks/lane/store/lanes.ts':
    "import { sql } from '#db/sql.ts'\nexport const lanes = sql\n",
  'server/src/domains/tasks/number.ts': 'export const limit = 1\n',
  'server/src/domains/tasks/number.test.ts': "import './number.ts'\n",
  'dashboard/package.json': json({
    name: '@planted/dashboard',
    imports: Object.fromEntries(
      dashboardModules.map((module) => [`#${module}/*`, `./src/${module}/*`]),
    ),
    devDependencies: { '@planted/contract': '1.0.0', react: '19.0.0' },
  }),
  'dashboard/src/main.tsx':
    "import { router } from '#app/router.tsx'\nexport const main = router\n",
  'dashboard/src/app/router.tsx':
    "await import('#features/home/home-screen.tsx')\nexport const router = 1\n",
  'dashboard/src/features/home/home-screen.tsx':
    "import { query } from '#features/queues/queue-queries.ts'\nimport { Button } from '#components/button.tsx'\nexport const HomeScreen = [query, Button]\n",
  'dashboard/src/features/queues/queue-queries.ts':
    "import type { Task } from '@planted/contract'\nimport { call } from '#api/call.ts'\nexport const query = (): Task => call()\n",
  'dashboard/src/components/button.tsx':
    "import { useMemo } from 'react'\nexport const Button = useMemo\n",
  'dashboard/src/api/call.ts': 'export const call = () => 1\n',
  'tests/harness/receiver.ts': 'export const receiver = 1\n',
  'proofs/run.ts': "import '../tools/page.ts'\n",
  'proofs/order/order.ts':
    "import { receiver } from '../../tests/harness/receiver.ts'\nimport { letters } from './letters.ts'\nexport const proof = [receiver, letters]\n",
  'proofs/order/letters.ts': 'export const letters = 1\n',
  'proofs/programs.test.ts': 'await import(`./${process.env.NAME}.ts`)\n',
  'bench/create/create.ts':
    "import { engine } from '../lib/engine.ts'\nimport '../../tests/harness/receiver.ts'\nexport const proof = engine\n",
  'bench/lib/engine.ts': 'export const engine = 1\n',
  'tools/page.ts':
    "import { letters } from '../proofs/order/letters.ts'\nexport const page = letters\n",
  'tests/anything.test.ts':
    "import '../server/src/domains/tasks/store.ts'\nimport '@planted/contract'\nawait import(`./${process.env.NAME}.ts`)\n",
}

/** The edge between the two subfolders above, which no row of the real table is about. */
export const plantedEdge: SliceEdge = { from: 'tasks/board', to: 'tasks/lane', why: 'planted' }

/** Runs `use` on the valid tree with `planted` added to it, and then removes the tree. */
export function withPlantedTree<T>(planted: Files, use: (root: string) => T): T {
  const root = mkdtempSync(join(tmpdir(), 'planted-'))
  try {
    for (const [path, text] of Object.entries({ ...validTree, ...planted })) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return use(root)
  } finally {
    rmSync(root, { recursive: true })
  }
}
