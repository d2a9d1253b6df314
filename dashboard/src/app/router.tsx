// Every address of the dashboard. A screen is fetched when it is first opened.
import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { uiBase } from '#api/call.ts'
import { queryClient } from '#api/query-client.ts'
import { prefetchList } from '#features/tasks/data/prefetch-list.ts'
import { withWords } from '#words/index.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { NotFoundScreen } from './not-found-screen.tsx'
import { PendingScreen } from './pending-screen.tsx'
import { RouteError } from './route-error.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell })

type Search = Record<string, unknown>
/** Filters live in the address; each screen reads and checks its own. */
const search = { validateSearch: (given: Search): Search => given }

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  ...search,
  component: lazyScreen(
    withWords(['home'], () => import('#features/home/home-screen.tsx')),
    'HomeScreen',
  ),
})
const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  ...search,
  component: lazyScreen(
    withWords(
      ['inbox', 'approvals', 'runs', 'task'],
      () => import('#features/inbox/inbox-screen.tsx'),
    ),
    'InboxScreen',
  ),
})
const approval = createRoute({
  getParentRoute: () => root,
  path: '/inbox/approvals/$approval',
  ...search,
  component: lazyScreen(
    withWords(
      ['approvals', 'integrations', 'task', 'tasks'],
      () => import('#features/inbox/approval/approval-screen.tsx'),
    ),
    'ApprovalScreen',
  ),
})
const myWork = createRoute({
  getParentRoute: () => root,
  path: '/my-work',
  ...search,
  component: lazyScreen(
    withWords(['tasks', 'task'], () => import('#features/tasks/list/my-work-screen.tsx')),
    'MyWorkScreen',
  ),
})
const tasks = createRoute({
  getParentRoute: () => root,
  path: '/tasks',
  ...search,
  loaderDeps: ({ search: address }) => address,
  loader: ({ deps }) => prefetchList(queryClient, deps),
  component: lazyScreen(
    withWords(['tasks', 'task'], () => import('#features/tasks/list/tasks-screen.tsx')),
    'TasksScreen',
  ),
})
const task = createRoute({
  getParentRoute: () => root,
  path: '/tasks/$task',
  ...search,
  component: lazyScreen(
    withWords(
      ['task', 'tasks', 'attempts', 'inbox', 'detail', 'runs', 'fields'],
      () => import('#features/tasks/detail/task-screen.tsx'),
    ),
    'TaskScreen',
  ),
})
const board = createRoute({
  getParentRoute: () => root,
  path: '/board',
  ...search,
  component: lazyScreen(
    withWords(['board', 'tasks'], () => import('#features/tasks/board/board-screen.tsx')),
    'BoardScreen',
  ),
})
const calendar = createRoute({
  getParentRoute: () => root,
  path: '/calendar',
  ...search,
  component: lazyScreen(
    withWords(['calendar', 'tasks'], () => import('#features/tasks/calendar/calendar-screen.tsx')),
    'CalendarScreen',
  ),
})
const queues = createRoute({
  getParentRoute: () => root,
  path: '/queues',
  ...search,
  component: lazyScreen(
    withWords(['queues', 'lists'], () => import('#features/queues/queues-screen.tsx')),
    'QueuesScreen',
  ),
})
const agents = createRoute({
  getParentRoute: () => root,
  path: '/agents',
  ...search,
  component: lazyScreen(
    withWords(['agents', 'lists'], () => import('#features/agents/list/agents-screen.tsx')),
    'AgentsScreen',
  ),
})
const agent = createRoute({
  getParentRoute: () => root,
  path: '/agents/$agent',
  ...search,
  component: lazyScreen(
    withWords(['agents', 'runs'], () => import('#features/agents/detail/agent-screen.tsx')),
    'AgentScreen',
  ),
})
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  ...search,
  component: lazyScreen(
    withWords(
      ['integrations', 'lists', 'connectors'],
      () => import('#features/integrations/list/integrations-screen.tsx'),
    ),
    'IntegrationsScreen',
  ),
})
const integration = createRoute({
  getParentRoute: () => root,
  path: '/integrations/$integration',
  ...search,
  component: lazyScreen(
    withWords(
      ['integrations', 'connectors', 'tasks'],
      () => import('#features/integrations/detail/integration-screen.tsx'),
    ),
    'IntegrationScreen',
  ),
})
const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  ...search,
  component: lazyScreen(
    withWords(
      ['webhooks', 'lists', 'deliveries'],
      () => import('#features/webhooks/list/webhooks-screen.tsx'),
    ),
    'WebhooksScreen',
  ),
})
const webhook = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/$webhook',
  ...search,
  component: lazyScreen(
    withWords(
      ['webhooks', 'deliveries'],
      () => import('#features/webhooks/detail/webhook-screen.tsx'),
    ),
    'WebhookScreen',
  ),
})
const connectors = createRoute({
  getParentRoute: () => root,
  path: '/connectors',
  ...search,
  component: lazyScreen(
    withWords(
      ['connectors', 'lists'],
      () => import('#features/connectors/list/connectors-screen.tsx'),
    ),
    'ConnectorsScreen',
  ),
})
const connector = createRoute({
  getParentRoute: () => root,
  path: '/connectors/$connector',
  ...search,
  component: lazyScreen(
    withWords(['connectors'], () => import('#features/connectors/detail/connector-screen.tsx')),
    'ConnectorScreen',
  ),
})
const deliveries = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  ...search,
  component: lazyScreen(
    withWords(
      ['deliveries', 'webhooks'],
      () => import('#features/webhooks/deliveries/deliveries-screen.tsx'),
    ),
    'DeliveriesScreen',
  ),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings/$section',
  ...search,
  component: lazyScreen(
    withWords(
      ['settings', 'users', 'fields', 'recurring', 'transfer'],
      () => import('#features/settings/settings-screen.tsx'),
    ),
    'SettingsScreen',
  ),
})
const reference = createRoute({
  getParentRoute: () => root,
  path: '/reference',
  ...search,
  component: lazyScreen(
    withWords(['reference'], () => import('#features/reference/reference-screen.tsx')),
    'ReferenceScreen',
  ),
})

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    inbox,
    approval,
    myWork,
    tasks,
    task,
    board,
    calendar,
    queues,
    agents,
    agent,
    integrations,
    integration,
    webhooks,
    webhook,
    connectors,
    connector,
    deliveries,
    settings,
    reference,
  ]),
  basepath: uiBase.pathname.replace(/\/$/, ''),
  defaultPreload: 'intent',
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFoundScreen,
  defaultPendingComponent: PendingScreen,
  defaultPendingMs: 200,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
