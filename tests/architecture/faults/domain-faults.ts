// Faults against the rules about domains and their subfolders: who may import whom, which files there are, how large.
import { type Faults, fault } from './planted-fault.ts'

const tasks = 'server/src/domains/tasks'

export const domainFaults = {
  entry: [
    fault(
      'app entering the inside of a domain',
      'server/src/app/a.ts',
      "import '#domains/tasks/store.ts'",
      /Import server\/domains\/tasks\/index\.ts/,
    ),
    fault(
      'a domain entering the inside of another',
      `${tasks}/service/a.ts`,
      "import '#domains/audit/store.ts'",
      /export there what you need/,
    ),
    fault(
      'app entering a subfolder of a domain',
      'server/src/app/a.ts',
      "import '#domains/tasks/board/index.ts'",
      /Import server\/domains\/tasks\/index\.ts/,
    ),
    fault(
      'a domain entering a subfolder of another',
      'server/src/domains/comments/service.ts',
      "import '#domains/tasks/board/index.ts'",
      /Import server\/domains\/tasks\/index\.ts/,
    ),
    fault(
      'a subfolder entering the inside of its neighbor',
      `${tasks}/board/service.ts`,
      "import '#domains/tasks/lane/store/lanes.ts'",
      /Import server\/domains\/tasks\/lane\/index\.ts/,
    ),
    fault(
      'a domain entering the inside of its subfolder',
      `${tasks}/index.ts`,
      "export * from './lane/store/lanes.ts'",
      /Import server\/domains\/tasks\/lane\/index\.ts/,
    ),
  ],
  'domain-edge': [
    fault(
      'an edge that is not in the table',
      'server/src/domains/audit/service.ts',
      "import '#domains/tasks/index.ts'",
      /Emit an event/,
    ),
    fault(
      'tenants asking keys',
      'server/src/domains/tenants/service.ts',
      "import type { Key } from '#domains/keys/index.ts'",
      /Emit an event/,
    ),
  ],
  'slice-edge': [
    fault(
      'subfolders without an edge in the table',
      `${tasks}/lane/service.ts`,
      "import '#domains/tasks/board/index.ts'",
      /add the edge with its reason/,
    ),
    fault(
      'subfolders without an edge, by types',
      `${tasks}/lane/service.ts`,
      "import type { Move } from '#domains/tasks/board/index.ts'",
      /tasks\/lane may not import tasks\/board/,
    ),
  ],
  'unused-edge': [
    {
      what: 'an edge between domains that no file uses',
      at: 'tests/architecture/tables/domain-edges.ts',
      // Tests need no edge, so an import in one does not count.
      files: { [`${tasks}/store.test.ts`]: "import '#domains/keys/index.ts'" },
      table: (rules) => ({
        ...rules,
        domainEdges: [...rules.domainEdges, { from: 'tasks', to: 'keys', why: 'planted' }],
      }),
      says: /no file of tasks imports keys\. Remove the edge/,
    },
    {
      what: 'an edge between subfolders that no file uses',
      at: 'tests/architecture/tables/slice-edges.ts',
      table: (rules) => ({
        ...rules,
        sliceEdges: [...rules.sliceEdges, { from: 'sync/links', to: 'sync/merge', why: 'planted' }],
      }),
      says: /no file of sync\/links imports sync\/merge\. Remove the edge/,
    },
  ],
  'slice-import': [
    fault(
      'a route calling the store',
      `${tasks}/routes.ts`,
      "import './store.ts'",
      /call a verb of service/,
    ),
    fault(
      'a service calling a route',
      `${tasks}/service/a.ts`,
      "import '../routes.ts'",
      /never who called them/,
    ),
    fault(
      'a store calling the service',
      `${tasks}/store.ts`,
      "import './service/create.ts'",
      /decide in service/,
    ),
    fault(
      'a store emitting events',
      `${tasks}/store.ts`,
      "import { emit } from '#events/emit.ts'",
      /decide in service/,
    ),
    fault(
      'a file going round through its own index',
      `${tasks}/service/a.ts`,
      "import '../index.ts'",
      /may not import index\.ts/,
    ),
    fault(
      'an event running the store',
      `${tasks}/events.ts`,
      "import { insert } from './store.ts'",
      /its types only/,
    ),
    fault(
      'a job calling a tool',
      `${tasks}/jobs.ts`,
      "import './tools.ts'",
      /call a verb of service/,
    ),
    fault(
      'a store of a subfolder calling its service',
      `${tasks}/lane/store/lanes.ts`,
      "import '../service.ts'",
      /decide in service/,
    ),
    fault(
      'a service of the domain calling a subfolder',
      `${tasks}/service/a.ts`,
      "import '#domains/tasks/board/index.ts'",
      /move it into a subfolder/,
    ),
    fault(
      'a noun of the domain importing a subfolder',
      `${tasks}/number.ts`,
      "import type { Move } from './board/index.ts'",
      /may not import the subfolder board/,
    ),
    fault(
      'a subfolder calling the service of its domain',
      `${tasks}/board/service.ts`,
      "import '#domains/tasks/service/create.ts'",
      /only its errors\.ts, noun files/,
    ),
    fault(
      'a subfolder going round through the index of its domain',
      `${tasks}/board/service.ts`,
      "import '#domains/tasks/index.ts'",
      /the subfolder board may not import index\.ts/,
    ),
  ],
  'slice-shape': [
    fault('a noun file without a test', `${tasks}/outcome.ts`, '', /Write outcome\.test\.ts/),
    fault(
      'a folder of another name',
      `${tasks}/queries/list.ts`,
      '',
      /A slice consists of index\.ts, routes\.ts/,
    ),
    fault('a file that is no code', `${tasks}/notes.md`, '', /A slice consists of/),
    fault('a test of nothing', `${tasks}/other.test.ts`, '', /tests nothing beside it/),
    fault('service.ts beside service/', `${tasks}/service.ts`, '', /Move the file into the folder/),
    {
      what: 'a slice without an index',
      at: 'server/src/domains/keys/index.ts',
      files: { 'server/src/domains/keys/store.ts': '' },
      says: /Write index\.ts/,
    },
    {
      what: 'a subfolder without an index',
      at: `${tasks}/queries/index.ts`,
      files: { [`${tasks}/queries/store.ts`]: '' },
      says: /each subfolder of it, is a slice/,
    },
    fault(
      'a folder inside a subfolder',
      `${tasks}/lane/queries/list.ts`,
      '',
      /A slice consists of index\.ts, routes\.ts/,
    ),
  ],
  'slice-lines': [
    {
      what: 'a domain of more than 1,500 lines',
      at: 'server/domains/tasks',
      files: Object.fromEntries(
        [1, 2, 3, 4, 5].map((i) => [`${tasks}/service/a${i}.ts`, '\n'.repeat(300)]),
      ),
      says: /Move a subject of its own/,
    },
    {
      what: 'a subfolder of more than 1,500 lines',
      at: 'server/domains/tasks/lane',
      files: Object.fromEntries(
        [1, 2, 3, 4, 5].map((i) => [`${tasks}/lane/store/a${i}.ts`, '\n'.repeat(300)]),
      ),
      says: /Move a subject of its own/,
    },
  ],
} satisfies Faults
