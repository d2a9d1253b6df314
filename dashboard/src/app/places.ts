// Every page. Sidebar, bottom bar, keyboard shortcuts and palette are drawn from this table, so a new page is one row here
// and one route.
import {
  type Icon,
  IconArrowsExchange,
  IconBook2,
  IconDatabase,
  IconHome,
  IconInbox,
  IconLayoutKanban,
  IconListCheck,
  IconSend,
  IconSettings,
  IconWebhook,
} from '@tabler/icons-react'

export type PlaceGroup = 'work' | 'connections' | 'workspace'
export type BadgeName =
  | 'myOpenTasks'
  | 'integrationsNeedAttention'
  | 'failedDeliveries'
  | 'connectorsNeedAttention'

export type Place = {
  /** Names the word on the screen: `places.<name>` of the shell. */
  name:
    | 'home'
    | 'myWork'
    | 'tasks'
    | 'board'
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
    name: 'myWork',
    path: '/my-work',
    group: 'work',
    icon: IconInbox,
    keys: 'g m',
    badge: 'myOpenTasks',
    onBar: true,
  },
  { name: 'tasks', path: '/tasks', group: 'work', icon: IconListCheck, keys: 'g t', onBar: true },
  { name: 'board', path: '/board', group: 'work', icon: IconLayoutKanban, keys: 'g b' },
  {
    name: 'integrations',
    path: '/integrations',
    group: 'connections',
    icon: IconArrowsExchange,
    keys: 'g i',
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
  { name: 'webhooks', path: '/webhooks', group: 'connections', icon: IconWebhook, keys: 'g w' },
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
  { name: 'reference', path: '/reference', group: 'workspace', icon: IconBook2, keys: 'g a' },
]

export function isAt({ path, root = path }: Place, pathname: string): boolean {
  return pathname === root || (root !== '/' && pathname.startsWith(`${root}/`))
}
