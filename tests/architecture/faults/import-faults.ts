// Violations of the import rules, each in a file of its own that must be reported.
import { layerFaults } from './dashboard-faults.ts'
import { type Faults, fault } from './planted-fault.ts'

const tasks = 'server/src/domains/tasks'

export const importFaults = {
  import: [
    fault(
      'the contract entering the server',
      'contract/src/a.ts',
      "import '@planted/server'",
      /contract may not import server/,
    ),
    fault(
      'http entering a domain',
      'server/src/http/a.ts',
      "import '#domains/tasks/index.ts'",
      /let server\/src\/app pass it/,
    ),
    fault(
      'http entering a domain by types',
      'server/src/http/a.ts',
      "import type { T } from '#domains/tasks/index.ts'",
      /server\/http may not import/,
    ),
    fault(
      'http entering a domain by import type expression',
      'server/src/http/a.ts',
      "export type T = import('#domains/tasks/index.ts').T",
      /server\/http may not import/,
    ),
    fault(
      'http entering a domain by re-export',
      'server/src/http/a.ts',
      "export * from '#domains/tasks/index.ts'",
      /server\/http may not import/,
    ),
    fault(
      'http entering a domain dynamically',
      'server/src/http/a.ts',
      "await import('#domains/tasks/index.ts')",
      /server\/http may not import/,
    ),
    fault(
      'http entering a domain by a template',
      'server/src/http/a.ts',
      'await import(`#domains/tasks/index.ts`)',
      /server\/http may not import/,
    ),
    fault(
      'http running the database',
      'server/src/http/a.ts',
      "import { query } from '#db/pool.ts'",
      /write 'import type/,
    ),
    fault(
      'an inline type, which still loads the module',
      'server/src/http/a.ts',
      "import { type Tx } from '#db/tenant-tx.ts'",
      /write 'import type/,
    ),
    fault(
      'a domain reaching the pool',
      `${tasks}/service/a.ts`,
      "import type { Pool } from '#db/pool.ts'",
      /take what you need from the context/,
    ),
    fault(
      'a domain running its own tenant transaction',
      `${tasks}/service/a.ts`,
      "import { tenantTx } from '#db/tenant-tx.ts'",
      /write 'import type/,
    ),
    fault(
      'a domain entering app',
      `${tasks}/service/a.ts`,
      "import '#app/api.ts'",
      /may not import server\/app/,
    ),
    fault(
      'lib entering the database',
      'server/src/lib/a.ts',
      "import '#db/sql.ts'",
      /server\/lib may not import/,
    ),
    fault(
      'db entering events',
      'server/src/db/a.ts',
      "import '#events/emit.ts'",
      /server\/db may not import/,
    ),
    fault(
      'the product importing its tests',
      'server/src/lib/a.ts',
      "import '../../../tests/harness/database.ts'",
      /may not import tests/,
    ),
    fault(
      'an integration importing another one',
      'integrations/jira/src/a.ts',
      "import '../../github/src/index.ts'",
      /moves into the kit/,
    ),
    fault(
      'an integration importing what it is tried against',
      'integrations/jira/pull.ts',
      "import './testing/emulator.ts'",
      /jira may not import integrations\/testing/,
    ),
    fault(
      'the kit importing its conformance suite',
      'kit/src/a.ts',
      "import '../testing/backend.ts'",
      /kit may not import kit\/testing/,
    ),
    fault(
      'the sdk running the contract',
      'sdk/src/a.ts',
      "import { Task } from '@planted/contract'",
      /write 'import type/,
    ),
    fault(
      'the command line entering the server',
      'cli/src/a.ts',
      "import '@planted/server'",
      /cli may not import server/,
    ),
    ...layerFaults,
  ],
  climb: [
    fault(
      'a relative path into another folder',
      'server/src/http/a.ts',
      "import '../lib/ids.ts'",
      /Write #lib\/ids\.ts instead/,
    ),
    fault(
      'a relative path into another domain',
      `${tasks}/service/a.ts`,
      "import '../../audit/index.ts'",
      /Write #domains\/audit\/index\.ts instead/,
    ),
    fault(
      'a relative path into another subfolder of the domain',
      `${tasks}/board/service.ts`,
      "import '../lane/index.ts'",
      /Write #domains\/tasks\/lane\/index\.ts instead/,
    ),
    fault(
      'a relative path down from main.ts',
      'server/src/main.ts',
      "import './commands/serve.ts'",
      /Write #commands\/serve\.ts instead/,
    ),
    fault(
      'a relative path into another package',
      'server/src/http/a.ts',
      "import '../../../contract/src/index.ts'",
      /Write @planted\/contract instead/,
    ),
  ],
  unmapped: [
    fault(
      'an unmapped specifier',
      'server/src/http/a.ts',
      "import '#nowhere/a.ts'",
      /Add its folder/,
    ),
  ],
  package: [
    fault(
      'the driver outside the database folder',
      `${tasks}/store.ts`,
      "import type { Client } from 'pg'",
      /use it in the folder that owns it/,
    ),
    fault(
      'the framework inside a domain',
      `${tasks}/routes.ts`,
      "await import('fastify')",
      /no npm package/,
    ),
    fault(
      'a package in lib',
      'server/src/lib/a.ts',
      "import 'fastify'",
      /only fast-json-stringify/,
    ),
  ],
  builtin: [
    fault(
      'Node in the contract',
      'contract/src/a.ts',
      "import 'node:fs'",
      /must also run outside Node/,
    ),
  ],
  undeclared: [
    fault(
      'a package the server does not declare',
      'server/src/http/a.ts',
      "import '@fastify/static'",
      /"dependencies" of server\/package\.json/,
    ),
    fault(
      'a workspace the package does not declare',
      'sdk/src/a.ts',
      "import type { Task } from '@planted/contract'",
      /is not declared/,
    ),
    fault(
      'a tool importing what only the server declares',
      'tools/a.ts',
      "import 'pg'",
      /"devDependencies" of the root/,
    ),
    fault(
      'product code using a development package',
      'server/src/db/a.ts',
      "import 'fast-check'",
      /"dependencies" of server/,
    ),
    fault(
      'a deep import of an undeclared package',
      'tools/a.ts',
      "import 'oxc-parser/deep'",
      /oxc-parser is not declared/,
    ),
  ],
  'computed-import': [
    fault(
      'a computed specifier',
      'server/src/app/a.ts',
      'await import(`#domains/${name}/index.ts`)',
      /by literal imports/,
    ),
  ],
  'test-import': [
    fault(
      'a source importing a test',
      `${tasks}/service/a.ts`,
      "import '../number.test.ts'",
      /tests\/harness/,
    ),
    fault(
      'a test importing a test',
      'tests/a.test.ts',
      "import './anything.test.ts'",
      /tests\/harness/,
    ),
  ],
} satisfies Faults
