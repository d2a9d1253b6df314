// How each fenced block of the documentation is verified. A block that no rule covers fails the test.
import type { CodeBlock } from '../harness/documents/code-blocks.ts'

export type Check =
  /** Commands for the API and for `tasks`, run against a service. */
  | 'run'
  /** `task-service`, `task-edge` and `npm run`: commands, options and programs exist. */
  | 'parse'
  /** Type-checked with the SDK. */
  | 'types'
  /** Run with the Python SDK against a service. */
  | 'python'
  /** JSON and YAML that can be read. */
  | 'data'
  /** Variables that the configuration has. */
  | 'variables'
  | { by: string }
  | { why: string }

type Exception = { page: string; starts: string } & ({ by: string } | { why: string })

const OUTPUT = 'output, which differs each time'
const SMALL_EXAMPLES = 'tests/examples/small-examples.release.test.ts'
const CONTAINERS = 'needs a container engine'

/** The start of a block says which one it is. `by` is the file that runs or reads it; `why`, why nothing does. */
export const exceptions: readonly Exception[] = [
  { page: 'README.md', starts: 'npm ci', by: 'proofs/ten-minutes/ten-minutes.ts' },
  { page: 'README.md', starts: 'curl localhost', by: 'proofs/ten-minutes/ten-minutes.ts' },
  { page: 'cli/README.md', starts: 'npm install', by: 'proofs/cli/cli.ts' },
  { page: 'deploy/README.md', starts: 'docker build', by: 'tests/image.test.ts' },
  { page: 'deploy/README.md', starts: '(umask', by: 'proofs/first-task/first-task.ts' },
  {
    page: 'docs/guide/agents.md',
    starts: 'POST /agent',
    why: 'the notation of a table: method, path, body',
  },
  {
    page: 'docs/guide/cells.md',
    starts: 'global',
    by: 'tests/harness/network/cell-proxy.ts',
  },
  {
    page: 'docs/guide/cells.md',
    starts: 'include /etc/nginx',
    by: 'tests/operate/fleet/proxies.test.ts',
  },
  {
    page: 'docs/guide/cells.md',
    starts: 'import /etc/caddy',
    by: 'tests/operate/fleet/proxies.test.ts',
  },
  {
    page: 'docs/guide/cells.md',
    starts: 'export SERVICE_ACP_DIRECTORY_URL',
    by: 'tests/operate/fleet/cell-commands.test.ts',
  },
  {
    page: 'docs/guide/cells.md',
    starts: 'task-service directory migrate',
    by: 'tests/operate/fleet/upgrade.release.test.ts',
  },
  { page: 'docs/guide/cli.md', starts: 'npm install', by: 'proofs/cli/cli.ts' },
  { page: 'docs/guide/cli.md', starts: 'tasks login', by: 'proofs/cli/cli.ts' },
  { page: 'docs/guide/cli.md', starts: 'tasks webhooks listen', by: 'proofs/cli/cli.ts' },
  {
    page: 'docs/guide/dashboard-access.md',
    starts: 'sed -n',
    by: 'proofs/ten-minutes/ten-minutes.ts',
  },
  { page: 'docs/guide/dashboard-access.md', starts: '  Dashboard:', why: OUTPUT },
  { page: 'docs/guide/database-sources.md', starts: 'create table', by: 'tests/docs.test.ts' },
  {
    page: 'docs/guide/edge-connector.md',
    starts: 'npm i -g',
    by: 'proofs/edge-install/guide-script.ts',
  },
  {
    page: 'docs/guide/edge-connector.md',
    starts: 'export TASK_EDGE_URL',
    by: 'proofs/edge-install/guide-script.ts',
  },
  {
    page: 'docs/guide/edge-connector.md',
    starts: 'mkdir -p edge',
    by: 'proofs/edge-install/guide-script.ts',
  },
  {
    page: 'docs/guide/edge-connector.md',
    starts: "echo 'TASK_EDGE_URL",
    by: 'proofs/edge-install/guide-script.ts',
  },
  { page: 'docs/guide/edge-connector.md', starts: 'FROM docker.io', by: 'tests/image.test.ts' },
  {
    page: 'docs/guide/events.md',
    starts: '// follow.mjs',
    by: 'tests/operate/events-guide.test.ts',
  },
  { page: 'docs/guide/events.md', starts: 'id: ', why: OUTPUT },
  {
    page: 'docs/guide/getting-started.md',
    starts: 'create role',
    by: 'proofs/ten-minutes/ten-minutes.ts',
  },
  {
    page: 'docs/guide/getting-started.md',
    starts: 'npm ci',
    by: 'proofs/ten-minutes/ten-minutes.ts',
  },
  { page: 'docs/guide/getting-started.md', starts: 'task.created evt_', why: OUTPUT },
  {
    page: 'docs/guide/high-availability.md',
    starts: 'apt-get install',
    by: 'proofs/failover/failover.ts',
  },
  { page: 'docs/guide/high-availability.md', starts: 'etcd', by: 'proofs/failover/failover.ts' },
  {
    page: 'docs/guide/high-availability.md',
    starts: 'patronictl',
    by: 'proofs/failover/failover.ts',
  },
  {
    page: 'docs/guide/point-in-time-recovery.md',
    starts: 'pgbackrest --stanza=tasks stanza-create',
    by: 'proofs/pitr/pitr.ts',
  },
  { page: 'docs/guide/point-in-time-recovery.md', starts: 'RTO: ', why: OUTPUT },
  {
    page: 'docs/guide/point-in-time-recovery.md',
    starts: 'pgbackrest --stanza=tasks --type=time',
    by: 'proofs/pitr/pitr.ts',
  },
  { page: 'docs/guide/monitoring.md', starts: 'docker compose', why: CONTAINERS },
  { page: 'docs/guide/kubernetes.md', starts: 'umask', by: 'tests/deploy/charts.test.ts' },
  { page: 'docs/guide/kubernetes.md', starts: '(API processes', by: 'tests/deploy/charts.test.ts' },
  {
    page: 'docs/guide/kubernetes.md',
    starts: 'helm upgrade task-service',
    by: 'tests/deploy/charts.test.ts',
  },
  {
    page: 'docs/guide/kubernetes.md',
    starts: 'helm install eu-1',
    by: 'tests/deploy/charts.test.ts',
  },
  {
    page: 'docs/guide/kubernetes.md',
    starts: 'kubectl create secret',
    by: 'tests/deploy/charts.test.ts',
  },
  { page: 'docs/guide/master-key.md', starts: 'SERVICE_ACP_MASTER_KEY (id', why: OUTPUT },
  { page: 'docs/guide/mcp.md', starts: 'claude mcp add', by: 'proofs/mcp/mcp.ts' },
  { page: 'docs/guide/mcp.md', starts: 'npx @modelcontextprotocol', by: 'proofs/mcp/mcp.ts' },
  { page: 'docs/guide/operating.md', starts: '[pgbouncer]', by: 'tests/operate/pooler.test.ts' },
  {
    page: 'docs/guide/self-hosting.md',
    starts: 'docker build',
    by: 'proofs/first-task/first-task.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: '(umask 077 && docker run',
    by: 'proofs/first-task/first-task.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: '(umask 077 && docker compose',
    by: 'proofs/first-task/guide-restore.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: 'docker compose up',
    by: 'proofs/first-task/guide-restore.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: 'task-service migrate --roles-only',
    by: 'proofs/restore-small/restore-small.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: 'docker compose stop',
    by: 'proofs/first-task/guide-restore.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: '*.tasks',
    why: 'Caddy is not installed; deploy/compose.caddy.yaml has the same line',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: 'upstream',
    by: 'tests/operate/behind-nginx.test.ts',
  },
  {
    page: 'docs/guide/self-hosting.md',
    starts: 'location /work/',
    by: 'tests/operate/behind-nginx.test.ts',
  },
  { page: 'docs/guide/self-hosting.md', starts: 'example.com {', why: 'Caddy is not installed' },
  { page: 'docs/guide/self-hosting.md', starts: 'docker compose ps', why: CONTAINERS },
  {
    page: 'docs/guide/serverless.md',
    starts: 'umask',
    why: 'needs an account at a cloud; tests/deploy.test.ts reads the manifests',
  },
  { page: 'docs/guide/serverless.md', starts: '2 ×', by: 'tests/deploy.test.ts' },
  {
    page: 'docs/guide/tasks.md',
    starts: 'triage →',
    why: 'a drawing; the table of transitions is generated',
  },
  {
    page: 'docs/guide/upgrading.md',
    starts: 'task-service fingerprint > before.txt',
    by: 'proofs/restore-small/restore-small.ts',
  },
  {
    page: 'docs/guide/upgrading.md',
    starts: 'task-service migrate --roles-only',
    by: 'proofs/restore-small/restore-small.ts',
  },
  { page: 'docs/guide/upgrading.md', starts: 'defaults', by: 'tests/harness/network/haproxy.ts' },
  { page: 'docs/guide/upgrading.md', starts: '0041_example', why: OUTPUT },
  { page: 'docs/guide/webhooks.md', starts: 'tasks webhooks listen', by: 'proofs/cli/cli.ts' },
  {
    page: 'docs/guide/webhooks.md',
    starts: 'WEBHOOK_SECRET',
    by: 'tests/examples/webhook-receiver.test.ts',
  },
  { page: 'docs/guide/webhooks.md', starts: 'signed =', by: 'tests/documents/guide-code.test.ts' },
  {
    page: 'docs/guide/write-an-integration.md',
    starts: 'acme-desk/',
    why: 'a drawing of a folder',
  },
  { page: 'edge/README.md', starts: 'npm i -g', by: 'proofs/edge-install/by-npm.ts' },
  { page: 'examples/README.md', starts: 'examples/create-task', by: SMALL_EXAMPLES },
  { page: 'examples/create-task/README.md', starts: 'examples/create-task', by: SMALL_EXAMPLES },
  { page: 'examples/mcp-client/README.md', starts: 'node examples', by: SMALL_EXAMPLES },
  { page: 'examples/nightly-export/README.md', starts: 'examples/nightly', by: SMALL_EXAMPLES },
  { page: 'examples/nightly-export/README.md', starts: '0 2 * * *', why: 'a line for cron' },
  {
    page: 'examples/python-sdk/README.md',
    starts: 'pip install',
    by: 'proofs/sdk-python/check-examples.ts',
  },
  {
    page: 'examples/sync-redmine/README.md',
    starts: 'node examples',
    by: 'proofs/examples/examples.ts',
  },
  {
    page: 'examples/webhook-receiver/README.md',
    starts: 'WEBHOOK_SECRET',
    by: 'tests/examples/webhook-receiver.test.ts',
  },
  { page: 'sdk-python/README.md', starts: 'pip install', by: 'proofs/sdk-python/check-package.ts' },
  { page: 'sdk/README.md', starts: 'npm install', by: 'tools/pack-sdk.ts' },
]

/** Whole pages that another file runs or reads. */
const pagesElsewhere: Readonly<Record<string, string>> = {
  'docs/guide/agents.md sh': 'tests/examples/agents-guide.test.ts',
  'docs/guide/getting-started.md sh': 'tests/examples/getting-started.test.ts',
  'docs/guide/write-an-integration.md ts': 'tests/integrations.test.ts',
  'sdk/README.md js': 'tests/sdk/client.test.ts',
  'sdk-python/README.md python': 'tests/sdk-python/client.test.ts',
}

export const exceptionOf = ({ page, code }: CodeBlock): Exception | undefined =>
  exceptions.find((one) => one.page === page && code.startsWith(one.starts))

export function checkOf(block: CodeBlock): Check | undefined {
  const exception = exceptionOf(block)
  if (exception) return exception
  const elsewhere = pagesElsewhere[`${block.page} ${block.language}`]
  if (elsewhere !== undefined) return { by: elsewhere }
  switch (block.language) {
    case 'json':
    case 'yaml':
      return 'data'
    case 'ts':
      return 'types'
    case 'python':
      return 'python'
    case 'sh':
      return checkOfShell(block)
    default:
      return undefined
  }
}

function checkOfShell({ code }: CodeBlock): Check | undefined {
  if (/\$TASKS_URL/.test(code) || /^tasks /m.test(code)) return 'run'
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  if (lines.every((line) => /^[A-Z_]+=/.test(line))) return 'variables'
  const isCommand = /^(task-service|task-edge|npm run|node --test|  )/
  return lines.every((line) => isCommand.test(line)) ? 'parse' : undefined
}
