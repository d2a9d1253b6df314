// The test files that ask the API, and for each one that cannot ask a deployment the reason.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** By file, or by folder with a slash at its end. */
const ownProcess: Readonly<Record<string, string>> = {
  'server/src/app/drill/open-every-secret.test.ts': 'breaks secrets in a database of its own',
  'server/src/app/edge-connection.test.ts':
    'calls functions of the server, only its data come by requests',
  'server/src/app/workers/digest-worker.test.ts': 'needs an SMTP server',
  'server/src/app/workers/schedule-worker.test.ts':
    'gives its workers the time of other years, which new IDs of the process follow',
  'server/src/db/idempotency.test.ts': 'asks the database module, no request is sent',
  'server/src/db/liveness/late-authentication.test.ts':
    'holds connections back behind a gate of its own',
  'server/src/db/operate/renumber-log.test.ts': 'rewrites the log of a whole database',
  'server/src/domains/attachments/routes.bucket.test.ts': 'needs a bucket of its own',
  'server/src/domains/digests/routes.test.ts': 'needs an SMTP server',
  'server/src/domains/events/routes.follow.test.ts': 'follows streams that no limit ends',
  'server/src/domains/integrations/routes.lost-key.test.ts':
    'starts with one master key after the other',
  'server/src/domains/tasks/list/listing.test.ts': 'asks the store, no request is sent',
  'server/src/events/streams.test.ts':
    'calls functions of the server, only its data come by requests',
  'server/src/http/admission/admission.test.ts': 'overload needs limits of its own',
  'server/src/http/admission/share-writes.test.ts': 'locks a row of the database',
  'server/src/http/answer/answer-links.public.test.ts': 'needs a public address',
  'server/src/http/body/body-reader.test.ts': 'memory budgets need limits of their own',
  'server/src/http/rate-limit.claims.test.ts': 'rates need limits of their own',
  'server/src/http/rate-limit.test.ts': 'rates need limits of their own',
  'server/src/http/security-headers.test.ts': 'switches a header on',
  'server/src/http/ui/dashboard-files.test.ts': 'serves pages of its own making',
  'server/src/http/ui/same-origin.public.test.ts': 'needs a public address',
  'tests/api/agent-token-revocation.test.ts': 'starts two processes on its own database',
  'tests/api/create-group.locks.test.ts': 'holds locks that every process would meet',
  'tests/api/create-group.test.ts': 'counts the transactions of a whole database',
  'tests/api/edge-manners.test.ts': 'needs limits of its own and stops the process',
  'tests/api/large-pages.test.ts': 'takes limits away for the control',
  'tests/api/noisy-creates.test.ts': 'takes a defense away for the control',
  'tests/api/tenant-fence.test.ts': 'puts fences into a database of its own',
  'tests/api/time-zone.test.ts': 'sets the time zone of the process',
  'tests/api/unauthenticated-bodies.test.ts': 'measures the memory of a process of its own',
  'tests/cli/': 'runs the program against a service of its own',
  'tests/contract.test.ts': 'reads the table of routes inside the process',
  'tests/dashboard/user-commands.test.ts': 'runs commands of the operator on databases of its own',
  'tests/deploy/worker-health.test.ts': 'starts and stops workers of its own',
  'tests/documents/guide-code.test.ts': 'runs the code of the guides against a service of its own',
  'tests/documents/guide-commands.test.ts':
    'runs the commands of the guides against a service of its own',
  'tests/edge/': 'runs connectors and services with configurations of their own',
  'tests/examples/': 'follows the guides on its own service',
  'tests/load.test.ts': 'fills a database of its own past the service',
  'tests/migrations.test.ts': 'starts from databases of older versions',
  'tests/monitoring/metric-names.test.ts': 'reads the metrics of a process of its own',
  'tests/operate/': 'starts and ends processes with configurations of their own',
  'tests/sdk-python/': 'kills and restarts a service of its own',
  'tests/sdk/': 'kills and restarts a service of its own',
  'tests/upgrade/': 'starts from databases of other versions',
}

const PACKAGES = ['contract', 'dashboard', 'edge', 'integrations', 'kit', 'server', 'tests']

/** All share one database, so what makes a table refuse rows for a while comes when the others are done. */
const alone: readonly string[] = ['tests/api/one-transaction.test.ts']

export type ApiSuite = {
  files: string[]
  /** After the others. */
  alone: string[]
  left: { file: string; reason: string }[]
}

export type ReadText = (file: string) => string

export const readSource: ReadText = (file) => readFileSync(join(root, file), 'utf8')

/** They make what the others ask. */
const CORE = /^tests\/harness\/(?:cluster|database|service|template-database|test-api)\.ts$/
const ASKED = 'tests/harness/test-api.ts'
const API = /\b(?:buildApi|buildLocalApi|startService)\b/
const DATABASE = /\b(?:createDatabase|emptyDatabase|startCluster)\b/
const PROCESS = /\bprocess\.(?:chdir|env\[[^\]]+\] =)|\bmock\.timers\b/

/** Not of types; a list of names may end on a line of its own. */
const IMPORT = /^(?:import (?!type )|export |\} )(?:.* )?from '(\.[^']+)'$/gm

/** The file and all that it imports from `tests/`, which is where servers are started and asked. */
export function modulesOf(file: string, read: ReadText = readSource): string[] {
  const found = new Set([file])
  for (const each of found) {
    if (CORE.test(each)) continue
    for (const [, specifier = ''] of read(each).matchAll(IMPORT)) {
      const path = join(each, '..', specifier)
      if (path.startsWith('tests/')) found.add(path)
    }
  }
  return [...found]
}

/** What it asks is a server of its own, or one that every other test file asks too; undefined if it asks none. */
export function judgeTestFile(
  file: string,
  read: ReadText = readSource,
): { uses: string[] } | undefined {
  const modules = modulesOf(file, read)
  const texts = modules.filter((path) => !CORE.test(path)).map(read)
  const used = (pattern: RegExp) => texts.flatMap((text) => pattern.exec(text)?.[0] ?? [])
  const own = used(API)
  if (!modules.includes(ASKED) && own.length === 0) return undefined
  return { uses: [...new Set([...own, ...used(DATABASE), ...used(PROCESS)])] }
}

function reasonOf(file: string): string | undefined {
  const found = Object.entries(ownProcess).find(([name]) =>
    name.endsWith('/') ? file.startsWith(name) : file === name,
  )
  return found?.[1]
}

/** A reason without a file is refused as well, so that the list cannot outlive its causes. */
export function findApiSuite(): ApiSuite {
  const asking = globSync(`{${PACKAGES.join()}}/**/*.test.ts`, { cwd: root })
    .filter((file) => !file.includes('node_modules'))
    .filter((file) => judgeTestFile(file) !== undefined)
    .toSorted()
  for (const name of [...Object.keys(ownProcess), ...alone]) {
    if (!asking.some((file) => file.startsWith(name))) throw new Error(`no test file ${name}`)
  }
  const shared = asking.filter((file) => reasonOf(file) === undefined)
  return {
    files: shared.filter((file) => !alone.includes(file)),
    alone: [...alone],
    left: asking.flatMap((file) => {
      const reason = reasonOf(file)
      return reason === undefined ? [] : [{ file, reason }]
    }),
  }
}
