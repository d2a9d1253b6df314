// The test files that ask the API, and for each one that cannot ask a deployment the reason.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './engine.ts'

/** By file, or by folder with a slash at its end. */
const ownProcess: Readonly<Record<string, string>> = {
  'server/src/db/idempotency.test.ts': 'asks the database room, no request is sent',
  'server/src/domains/tasks/listing.test.ts': 'asks the store, no request is sent',
  'server/src/http/admission/admission.test.ts': 'overload needs limits of its own',
  'server/src/http/rate-limit.test.ts': 'rates need limits of their own',
  'tests/api/create-group.test.ts': 'counts the rows of a whole database',
  'tests/api/time-zone.test.ts': 'sets the time zone of the process',
  'tests/contract.test.ts': 'reads the table of routes inside the process',
  'tests/describe-operation.test.ts': 'tests the harness itself',
  'tests/load.test.ts': 'fills a database of its own past the service',
  'tests/migrations.test.ts': 'starts from databases of older versions',
  'tests/operate/': 'starts and ends processes with configurations of their own',
}

const ASKS_API = /harness\/(?:test-api|describe-operation)\.ts|buildLocalApi|startService/

export type ApiSuite = { files: string[]; left: { file: string; reason: string }[] }

function reasonOf(file: string): string | undefined {
  const found = Object.entries(ownProcess).find(([name]) =>
    name.endsWith('/') ? file.startsWith(name) : file === name,
  )
  return found?.[1]
}

/** A reason without a file is refused as well, so that the list cannot outlive its causes. */
export function findApiSuite(): ApiSuite {
  const asking = globSync('{server,tests}/**/*.test.ts', { cwd: root })
    .filter((file) => !file.includes('node_modules'))
    .filter((file) => ASKS_API.test(readFileSync(join(root, file), 'utf8')))
    .toSorted()
  for (const name of Object.keys(ownProcess)) {
    if (!asking.some((file) => file.startsWith(name))) throw new Error(`no test file ${name}`)
  }
  return {
    files: asking.filter((file) => reasonOf(file) === undefined),
    left: asking.flatMap((file) => {
      const reason = reasonOf(file)
      return reason === undefined ? [] : [{ file, reason }]
    }),
  }
}
