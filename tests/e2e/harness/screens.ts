// Every screen once, with what has to be there before it counts as shown; pictures and checks go through this list.
import type { Page } from 'playwright-core'
import type { Sample } from './sample-data.ts'

export type Screen = {
  name: string
  path: (sample: Sample) => string
  /** Waits until the screen shows its data. */
  ready: (page: Page) => Promise<unknown>
}

const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: () => '/', ready: shows(/Needs attention/) },
  { name: 'tasks', path: () => '/tasks', ready: shows(/Customs form lacks/) },
  {
    name: 'task-panel',
    path: ({ task }) => `/tasks?peek=T-${task.number}`,
    ready: shows(/Customs form lacks/),
  },
  {
    name: 'task',
    path: ({ task }) => `/tasks/T-${task.number}`,
    ready: shows(/Waiting for the broker/),
  },
  { name: 'board', path: () => '/board', ready: shows(/T-\d+/) },
  { name: 'my-work', path: () => '/my-work', ready: shows(/My work/) },
  { name: 'webhooks', path: () => '/webhooks', ready: shows(/orders/) },
  { name: 'webhook', path: ({ webhook }) => `/webhooks/${webhook.id}`, ready: shows(/orders/) },
  { name: 'deliveries', path: () => '/deliveries', ready: shows(/task\.created/) },
  { name: 'settings-general', path: () => '/settings/general', ready: shows(/Time zone/) },
  { name: 'settings-users', path: () => '/settings/users', ready: shows(/admin/) },
  { name: 'settings-audit', path: () => '/settings/audit', ready: shows(/task\.created/) },
  { name: 'settings-system', path: () => '/settings/system', ready: shows(/PostgreSQL/) },
  { name: 'reference', path: () => '/reference', ready: shows(/Search operations|List tasks/) },
  {
    name: 'reference-operation',
    path: () => '/reference?op=tasks.create',
    ready: shows(/Short name of the task/),
  },
]
