// Violations of the rules of proofs and benches and import cycles, each in files that must be reported.
import { type Faults, fault } from './planted-fault.ts'

const importer = (what: string, at: string, text: string) =>
  fault(what, at, text, /move what is shared to tests\/harness/)

export const programFaults = {
  'program-shape': [
    fault(
      'a file beside the proofs',
      'proofs/criteria.ts',
      '',
      /Move it to proofs\/criteria\/criteria\.ts/,
    ),
    fault('a file beside the benches', 'bench/list.ts', '', /Move it to bench\/list\/list\.ts/),
    {
      what: 'a folder that proofs share',
      at: 'proofs/lib',
      files: { 'proofs/lib/fleet.ts': '' },
      says: /move what is shared to tests\/harness/,
    },
    {
      what: 'proofs grouped by subject',
      at: 'proofs/data',
      files: { 'proofs/data/rls-lint.ts': '', 'proofs/data/soak.ts': '' },
      says: /Name the folder after its program/,
    },
    {
      what: 'a second folder that benches share',
      at: 'bench/memory',
      files: { 'bench/memory/process-tree.ts': '' },
      says: /or to bench\/lib/,
    },
  ],
  'program-import': [
    importer(
      'a bench importing a proof',
      'bench/create/a.ts',
      "import '../../proofs/order/letters.ts'",
    ),
    importer(
      'a proof importing what benches share',
      'proofs/order/a.ts',
      "import '../../bench/lib/engine.ts'",
    ),
    importer(
      'a proof importing a part of another by types',
      'proofs/soak/soak.ts',
      "import type { Letter } from '../order/letters.ts'",
    ),
    importer(
      'a bench importing another',
      'bench/list/list.ts',
      "import { proof } from '../create/create.ts'",
    ),
    importer(
      'what benches share importing a bench',
      'bench/lib/a.ts',
      "import type { Figures } from '../create/create.ts'",
    ),
    importer('a test importing a proof', 'tests/a.test.ts', "import '../proofs/order/letters.ts'"),
    importer(
      'the harness importing a bench',
      'tests/harness/a.ts',
      "await import('../../bench/lib/engine.ts')",
    ),
    ...['server/src/events', 'edge/src/link', 'integrations/jira/src', 'dashboard/src/live'].map(
      (folder) =>
        importer(
          `a test in ${folder} importing a proof`,
          `${folder}/a.test.ts`,
          "import '../../../proofs/order/letters.ts'",
        ),
    ),
    importer(
      'a tool importing what benches share',
      'tools/a.ts',
      "import '../bench/lib/engine.ts'",
    ),
  ],
  'import-cycle': [
    {
      what: 'two files that import each other',
      at: 'tools/b.ts',
      files: { 'tools/a.ts': "import './b.ts'", 'tools/b.ts': "import './a.ts'" },
      says: /tools\/a\.ts → tools\/b\.ts → tools\/a\.ts/,
    },
    {
      what: 'a cycle of types only, in a proof',
      at: 'proofs/soak/soak.ts',
      files: {
        'proofs/soak/load.ts': "import type { Size } from './soak.ts'",
        'proofs/soak/soak.ts': "import type { Load } from './load.ts'",
      },
      says: /Move what both sides need into a file of its own/,
    },
    {
      what: 'a cycle through three files, closed by an import() and a #-specifier',
      at: 'server/src/lib/c.ts',
      files: {
        'server/src/lib/a.ts': "import './b.ts'",
        'server/src/lib/b.ts': "export * from './c.ts'",
        'server/src/lib/c.ts': "await import('#lib/a.ts')",
      },
      says: /a\.ts → server\/src\/lib\/b\.ts → server\/src\/lib\/c\.ts → server\/src\/lib\/a\.ts/,
    },
    {
      what: 'a cycle between a test harness and a tool',
      at: 'tools/a.ts',
      files: {
        'tests/harness/a.ts': "import '../../tools/a.ts'",
        'tools/a.ts': "import type { A } from '../tests/harness/a.ts'",
      },
      says: /is an import cycle/,
    },
    fault('a file that imports itself', 'bench/lib/a.ts', "import './a.ts'", /is an import cycle/),
  ],
} satisfies Faults
