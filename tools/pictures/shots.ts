// Every picture of the documentation: where it is in the dashboard, and what has to be there before it is taken.
import type { Page } from 'playwright-core'
import type { Demo } from './demo/backdate.ts'

export type Shot = {
  /** Of the file in docs/pictures. */
  name: string
  path: (demo: Demo) => string
  ready: (page: Page) => Promise<unknown>
  scheme?: 'dark'
  /** Where the content is higher than a screen. */
  height?: number
}

const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

export const SHOTS: readonly Shot[] = [
  {
    name: 'home',
    path: () => '/',
    async ready(page) {
      await shows(/Redmine customs is failing/)(page)
      await page.locator('[data-plot] canvas').nth(1).waitFor()
    },
    height: 1_000,
  },
  { name: 'tasks-dark', path: () => '/tasks', ready: shows(/T-\d+/), scheme: 'dark' },
  {
    name: 'task-links',
    path: ({ integrations }) => `/tasks/${integrations.link.task_id}`,
    async ready(page) {
      await page.getByRole('tab', { name: 'Links' }).click()
      await shows(/Harbour Foods, cold chain/)(page)
    },
  },
  {
    name: 'integration',
    path: ({ integrations }) => `/integrations/${integrations.integration.id}`,
    ready: shows('hs_task_subject'),
  },
  {
    name: 'integration-mapping',
    path: ({ integrations }) => `/integrations/${integrations.integration.id}?tab=mapping`,
    ready: shows('hs_task_subject'),
  },
  { name: 'connectors', path: () => '/connectors', ready: shows('fleet-history'), height: 940 },
  { name: 'webhooks', path: () => '/webhooks', ready: shows(/orders/) },
  {
    name: 'webhook',
    path: ({ webhooks }) => `/webhooks/${webhooks.orders.id}`,
    ready: shows(/task\.\w+/),
  },
  { name: 'deliveries', path: () => '/deliveries', ready: shows(/task\.\w+/) },
  { name: 'settings-users', path: () => '/settings/users', ready: shows('Tom Okafor') },
  {
    name: 'reference',
    path: () => '/reference?op=tasks.create',
    ready: shows('Title of the task'),
  },
]
