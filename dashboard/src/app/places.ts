// Every page. Sidebar, bottom bar, keyboard shortcuts and palette are drawn from this table, so a new page is one row here
// and one route.
import {
  type Icon,
  IconArrowsExchange,
  IconBook2,
  IconCalendar,
  IconDatabase,
  IconHome,
  IconInbox,
  IconLayoutKanban,
  IconListCheck,
  IconRobot,
  IconSend,
  IconSettings,
  IconStack2,
  IconUserCheck,
  IconWebhook,
} from '@tabler/icons-react'

export type PlaceGroup = 'work' | 'automation' | 'connections' | 'workspace'
export type BadgeName =
  | 'inboxUnread'
  | 'myOpenTasks'
  | 'integrationsNeedAttention'
  | 'failedDeliveries'
  | 'connectorsNeedAttention'
  | 'webhooksNeedAttention'

export type Place = {
  /** Names the word on the screen: `places.<name>` of the shell. */
  name:
    | 'home'
    | 'inbox'
    | 'myWork'
    | 'tasks'
    | 'board'
    | 'calendar'
    | 'queues'
    | 'agents'
    | 'integrations'
    | 'deliveries'
    | 'webhooks'
    | 'connectors'
    | 'settings'
    | 'reference'
  path: string
  /** What all its addresses begin with, where that is not `path`. */
  root?: string
  group: PlaceGroup
  icon: Icon
  keys: string
  /** What needs attention there. */
  badge?: BadgeName
  /** Has its own place on the bottom bar. */
  onBar?: true
}

export const places: readonly Place[] = [
  { name: 'home', path: '/', group: 'work', icon: IconHome, keys: 'g h', onBar: true },
  {
    name: 'inbox',
    path: '/inbox',
    group: 'work',
    icon: IconInbox,
    keys: 'g i',
    badge: 'inboxUnread',
    onBar: true,
  },
  {
    name: 'myWork',
    path: '/my-work',
    group: 'work',
    icon: IconUserCheck,
    keys: 'g m',
    badge: 'myOpenTasks',
  },
  { name: 'tasks', path: '/tasks', group: 'work', icon: IconListCheck, keys: 'g t', onBar: true },
  { name: 'board', path: '/board', group: 'work', icon: IconLayoutKanban, keys: 'g b' },
  { name: 'calendar', path: '/calendar', group: 'work', icon: IconCalendar, keys: 'g l' },
  { name: 'queues', path: '/queues', group: 'automation', icon: IconStack2, keys: 'g q' },
  { name: 'agents', path: '/agents', group: 'automation', icon: IconRobot, keys: 'g a' },
  {
    name: 'integrations',
    path: '/integrations',
    group: 'connections',
    icon: IconArrowsExchange,
    keys: 'g n',
    badge: 'integrationsNeedAttention',
  },
  {
    name: 'deliveries',
    path: '/deliveries',
    group: 'connections',
    icon: IconSend,
    keys: 'g d',
    badge: 'failedDeliveries',
  },
  {
    name: 'webhooks',
    path: '/webhooks',
    group: 'connections',
    icon: IconWebhook,
    keys: 'g w',
    badge: 'webhooksNeedAttention',
  },
  {
    name: 'connectors',
    path: '/connectors',
    group: 'connections',
    icon: IconDatabase,
    keys: 'g c',
    badge: 'connectorsNeedAttention',
  },
  {
    name: 'settings',
    path: '/settings/users',
    root: '/settings',
    group: 'workspace',
    icon: IconSettings,
    keys: 'g s',
  },
  { name: 'reference', path: '/reference', group: 'workspace', icon: IconBook2, keys: 'g r' },
]

export function isAt({ path, root = path }: Place, pathname: string): boolean {
  return pathname === root || (root !== '/' && pathname.startsWith(`${root}/`))
}
