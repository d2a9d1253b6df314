// The order of the documentation. A group shows the pages that exist; pages in no group appear under "More".
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { contentFileOf } from '../tools/site/prepare-page.ts'
import { findPages, root, slugOf } from '../tools/site/site-pages.ts'

/** A page by its path in the repository, without `.md`; the label is its title unless given here. */
type Entry = string | readonly [label: string, page: string]
type Group = { label: string; pages: readonly Entry[] }

export const groups: readonly Group[] = [
  {
    label: 'Start',
    pages: [
      ['Overview', 'docs/README'],
      'docs/guide/getting-started',
      'docs/guide/demo',
      'docs/guide/concepts',
    ],
  },
  {
    label: 'Developers',
    pages: [
      'docs/guide/tasks',
      'docs/guide/recurring-tasks',
      'docs/guide/attachments',
      'docs/guide/import-and-export',
      'docs/guide/events',
      'docs/guide/sdk',
      'docs/guide/sdk-python',
      'docs/guide/cli',
      ['Statistics and settings', 'docs/guide/overview'],
    ],
  },
  { label: 'Webhooks', pages: ['docs/guide/webhooks', 'docs/guide/dashboard-webhooks'] },
  {
    label: 'Agents and MCP',
    pages: ['docs/guide/agents', 'docs/guide/mcp', 'docs/guide/agent-security'],
  },
  {
    label: 'Integrations',
    pages: [
      'docs/guide/integrations',
      ['Redmine', 'integrations/redmine/README'],
      ['GitHub Issues', 'integrations/github/README'],
      ['HubSpot', 'integrations/hubspot/README'],
      ['Databases', 'integrations/database/README'],
    ],
  },
  {
    label: 'Plugin authors',
    pages: ['docs/guide/write-an-integration'],
  },
  {
    label: 'Edge connectors',
    pages: [
      'docs/guide/connectors',
      'docs/guide/edge-connector',
      'docs/guide/database-sources',
      'docs/guide/dashboard-connectors',
    ],
  },
  {
    label: 'Dashboard',
    pages: [
      'docs/guide/dashboard-access',
      'docs/guide/dashboard-home',
      'docs/guide/dashboard-inbox',
      'docs/guide/dashboard-tasks',
      'docs/guide/dashboard-keyboard-and-live',
    ],
  },
  {
    label: 'Tenant administrators',
    pages: ['docs/guide/dashboard-settings', 'docs/guide/audit'],
  },
  {
    label: 'Self-hosting',
    pages: [
      'docs/guide/self-hosting',
      ['Containers', 'deploy/README'],
      'docs/guide/kubernetes',
      'docs/guide/serverless',
      'docs/guide/tenants',
      'docs/guide/move-a-tenant',
      'docs/guide/operating',
      'docs/guide/monitoring',
      'docs/guide/upgrading',
      'docs/guide/high-availability',
      'docs/guide/point-in-time-recovery',
      'docs/guide/attachments-in-a-bucket',
    ],
  },
  {
    label: 'Runbooks',
    pages: [['Overview', 'docs/runbooks/README'], ...findRunbooks()],
  },
  {
    label: 'Scale',
    pages: [
      'docs/guide/scale',
      'docs/guide/cells',
      'docs/guide/live-move',
      'docs/reference/performance',
      'docs/reference/retention',
    ],
  },
  {
    label: 'Security',
    pages: ['docs/guide/security', 'docs/guide/master-key', ['Security policy', 'SECURITY']],
  },
  {
    label: 'Examples',
    pages: ['examples/README'],
  },
  {
    label: 'Reference',
    pages: [
      ['API', 'docs/reference/api'],
      ['Errors', 'docs/reference/errors'],
      ['Event types', 'docs/reference/events'],
      ['Configuration', 'docs/reference/configuration'],
      ['Operator commands', 'docs/reference/commands'],
      ['Command line (tasks)', 'docs/reference/cli'],
    ],
  },
  {
    label: 'Evaluate',
    pages: [
      'docs/guide/comparison',
      ['Verification suite', 'docs/guarantees/README'],
      ['Interface conformance', 'docs/reference/interface'],
      ['Design decisions', 'docs/decisions/README'],
      ['Changelog', 'CHANGELOG'],
    ],
  },
]

/** One per alert, which names its runbook. */
function findRunbooks(): string[] {
  return findPages()
    .filter((page) => page.startsWith('docs/runbooks/') && !page.endsWith('README.md'))
    .map((page) => page.replace(/\.md$/, ''))
}

/** Lists of their own lead to these pages: a decision, a report, an example. */
const listedElsewhere = /^(docs\/(decisions|guarantees)|examples)\//

type Item = { label?: string; slug: string } | { label: string; link: string }

export function buildSidebar(): { label: string; items: Item[]; collapsed: boolean }[] {
  return [...groups, { label: 'More', pages: findUnlisted() }]
    .map(({ label, pages }) => ({
      label,
      items: pages.flatMap(itemOf),
      collapsed: label !== 'Start' && label !== 'Developers',
    }))
    .filter(({ items }) => items.length > 0)
}

function itemOf(entry: Entry): Item[] {
  const [label, page] = typeof entry === 'string' ? [undefined, entry] : entry
  if (!existsSync(join(root, contentFileOf(`${page}.md`)))) return []
  const slug = slugOf(`${page}.md`)
  // The start has an empty slug, which would be a group for Starlight.
  if (slug === '') return [{ label: label ?? 'Start', link: '/' }]
  return [label === undefined ? { slug } : { label, slug }]
}

export function findUnlisted(): string[] {
  const listed = new Set(
    groups.flatMap(({ pages }) =>
      pages.map((entry) => (typeof entry === 'string' ? entry : entry[1])),
    ),
  )
  return findPages()
    .map((page) => page.replace(/\.md$/, ''))
    .filter((page) => !listed.has(page) && !listedElsewhere.test(page))
}
