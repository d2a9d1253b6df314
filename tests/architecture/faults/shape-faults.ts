// Violations of the rules that are not about imports: names, budgets, environment, table.
import { type Faults, fault } from './planted-fault.ts'

const table = 'tests/architecture.rules.ts'

export const shapeFaults = {
  'no-module': [
    fault('a file outside every folder', 'stray/thing.ts', '', /Move it into one of: contract/),
    fault('a file between the domains', 'server/src/domains/loose.ts', '', /Move it into one of/),
    fault('a file beside main.ts', 'server/src/other.ts', '', /Move it into one of/),
  ],
  environment: [
    fault(
      'process.env',
      'server/src/http/a.ts',
      'export const a = process.env.A',
      /config\/schema\.ts/,
    ),
    fault(
      "process['env']",
      'server/src/http/a.ts',
      "export const a = process['env']",
      /config\/schema\.ts/,
    ),
    fault(
      'globalThis.process.env',
      'server/src/http/a.ts',
      'export const a = globalThis.process.env',
      /config\/schema\.ts/,
    ),
    fault(
      'destructured from process',
      'server/src/http/a.ts',
      'export const { env } = process',
      /config\/schema\.ts/,
    ),
    fault(
      'imported from node:process',
      'server/src/http/a.ts',
      "import { env as e } from 'node:process'",
      /config\/schema\.ts/,
    ),
  ],
  name: [
    fault('a name that says nothing', 'server/src/lib/utils.ts', '', /Name the file after/),
    fault('a folder that says nothing', 'server/src/http/helpers/a.ts', '', /Name the file after/),
    fault('camelCase', 'server/src/lib/fooBar.ts', '', /lower case with hyphens/),
  ],
  'file-lines': [
    fault('a source of 351 lines', 'server/src/lib/a.ts', '\n'.repeat(351), /at most 350/),
    fault('a test of 501 lines', 'tests/a.test.ts', '\n'.repeat(501), /at most 500/),
    fault(
      'a contract table of 601 lines',
      'contract/src/errors.ts',
      '\n'.repeat(601),
      /at most 600/,
    ),
    fault(
      'a generated file of 601 lines',
      'server/src/db/rows.gen.ts',
      '\n'.repeat(601),
      /at most 600/,
    ),
  ],
  'function-lines': [
    fault(
      'a function of 61 lines',
      'server/src/lib/a.ts',
      `function a() {${'\n'.repeat(60)}}`,
      /Give its steps names/,
    ),
    fault(
      'an arrow of 61 lines',
      'server/src/lib/a.ts',
      `const a = () => {${'\n'.repeat(60)}}`,
      /Give its steps names/,
    ),
    fault(
      'a method of 61 lines',
      'server/src/lib/a.ts',
      `class A { a() {${'\n'.repeat(60)}} }`,
      /Give its steps names/,
    ),
    fault(
      'one long test',
      'tests/a.test.ts',
      `describe('x', () => { test('y', () => {${'\n'.repeat(60)}}) })`,
      /Give its steps names/,
    ),
  ],
  'folder-files': [
    {
      what: 'a folder of 21 files',
      at: 'server/src/lib',
      files: Object.fromEntries(
        Array.from({ length: 21 }, (_, i) => [`server/src/lib/a${i}.ts`, '']),
      ),
      says: /by subject/,
    },
  ],
  'runtime-dependencies': [
    fault(
      'one dependency too many',
      'server/package.json',
      manyKeys('dependencies', 23),
      /Do without one/,
    ),
  ],
  'root-scripts': [
    fault('a nineteenth script', 'package.json', manyKeys('scripts', 19), /an argument/),
  ],
  cycle: [
    {
      what: 'two domains that need each other',
      at: table,
      table: (rules) => ({
        ...rules,
        domainEdges: [...rules.domainEdges, { from: 'audit', to: 'tasks', why: 'planted' }],
      }),
      says: /tasks → audit → tasks/,
    },
    {
      what: 'two subfolders of a domain that need each other',
      at: table,
      table: (rules) => ({
        ...rules,
        sliceEdges: [
          ...rules.sliceEdges,
          { from: 'tasks/lane', to: 'tasks/board', why: 'planted' },
        ],
      }),
      says: /tasks\/board → tasks\/lane → tasks\/board/,
    },
    {
      what: 'two modules that need each other',
      at: table,
      table: (rules) => ({
        ...rules,
        modules: rules.modules.map((row) =>
          row.module === 'server/lib' ? { ...row, mayImport: ['types of server/db'] } : row,
        ),
      }),
      says: /the modules form a cycle/,
    },
    {
      what: 'two features of the dashboard that need each other',
      at: table,
      table: (rules) => ({
        ...rules,
        modules: rules.modules.map((row) =>
          row.siblings === undefined
            ? row
            : {
                ...row,
                siblings: [
                  ...row.siblings,
                  { from: 'webhooks', to: 'tasks', files: ['a.ts'], why: 'planted' },
                ],
              },
        ),
      }),
      says: /the features form a cycle: tasks → webhooks → tasks/,
    },
  ],
  'unknown-module': [
    {
      what: 'a permission for a folder without a row',
      at: table,
      table: (rules) => ({
        ...rules,
        modules: rules.modules.map((row) => ({ ...row, mayImport: ['server/attic'] })),
      }),
      says: /Correct the name/,
    },
  ],
  syntax: [
    fault(
      'a file that does not parse',
      'server/src/lib/a.ts',
      'export const = 1',
      /Fix the syntax/,
    ),
  ],
} satisfies Faults

function manyKeys(field: string, count: number): string {
  const keys = Array.from({ length: count }, (_, i) => [`key-${i}`, '1.0.0'])
  return JSON.stringify({ name: 'planted', [field]: Object.fromEntries(keys) })
}
