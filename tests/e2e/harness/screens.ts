// Every screen once, with what has to be there before it counts as shown; pictures and checks go through this list.
import type { Page } from 'playwright-core'
import type { Sample } from './sample-data.ts'

export type Screen = {
  name: string
  path: (sample: Sample) => string
  /** Waits until the screen shows its data. */
  ready: (page: Page) => Promise<unknown>
  /** Until it is shown a connector is asked for rows, and what it was asked stands on other screens as well. */
  asksConnector?: true
}

import { setUpSource } from './connectors/set-up-source.ts'

const shows = (text: string | RegExp) => (page: Page) =>
  page.getByText(text).filter({ visible: true }).first().waitFor()

export const SCREENS: readonly Screen[] = [
  { name: 'home', path: () => '/', ready: shows(/Needs attention/) },
  { name: 'tasks', path: () => '/tasks', ready: shows(/Customs form lacks/) },
  {
    name: 'task columns',
    path: () => '/tasks?columns=due_at,queue,assignee',
    ready: shows(/Customs form lacks/),
  },
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
  { name: 'board in rows', path: () => '/board?rows=assignee', ready: shows(/T-\d+/) },
  { name: 'calendar', path: () => '/calendar', ready: shows(/Customs form lacks/) },
  {
    name: 'timeline',
    path: () => '/calendar?span=timeline',
    ready: shows(/Customs form lacks/),
  },
  {
    name: 'calendar-week',
    path: () => '/calendar?span=week',
    ready: shows(/Customs form lacks/),
  },
  {
    name: 'task-working',
    path: ({ questions }) => `/tasks/T-${questions.working.number}`,
    ready: shows(/Draft the corrected declaration/),
  },
  {
    name: 'task-parked',
    path: ({ questions }) => `/tasks/T-${questions.parked.number}`,
    ready: shows(/Answer in the inbox/),
  },
  {
    name: 'task-runs',
    path: ({ questions }) => `/tasks/T-${questions.failed.number}`,
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Runs' }).click()
      await shows(/line 214 has 11 columns/)(page)
    },
  },
  {
    name: 'inbox',
    path: ({ questions }) => `/inbox?question=${questions.choice.id}`,
    ready: shows(/Used for 14 payments/),
  },
  { name: 'inbox-mention', path: () => '/inbox?show=mentions', ready: shows(/the code is right/) },
  { name: 'inbox-empty', path: () => '/inbox?box=snoozed', ready: shows(/Nothing is snoozed/) },
  {
    name: 'inbox-answered',
    path: ({ questions }) => `/inbox?show=closed&question=${questions.answered.id}`,
    ready: shows(/Side door/),
  },
  {
    name: 'inbox-approval',
    path: ({ approvals }) => `/inbox?approval=${approvals.open.id}`,
    ready: shows(/Review 2 changes/),
  },
  {
    name: 'approval',
    path: ({ approvals }) => `/inbox/approvals/${approvals.open.id}`,
    ready: shows(/scale ticket 99120/),
  },
  {
    name: 'approval-rejected',
    path: ({ approvals }) => `/inbox/approvals/${approvals.rejected.id}`,
    ready: shows(/ticket is of another truck/),
  },
  {
    name: 'approval-sent',
    path: ({ approvals }) => `/inbox/approvals/${approvals.sent.id}`,
    ready: shows(/Confirmed by the external system/),
  },
  {
    name: 'task-awaiting-approval',
    path: ({ approvals }) => `/tasks/T-${approvals.task.number}`,
    ready: shows(/Waiting for approval/),
  },
  { name: 'my-work', path: () => '/my-work', ready: shows(/My work/) },
  {
    name: 'task-links',
    path: ({ account }) => `/tasks/${account.link.task_id}`,
    ready: async (page) => {
      await page.getByRole('tab', { name: 'Links' }).click()
      await shows(/Harbour Foods, cold chain/)(page)
    },
  },
  { name: 'agents', path: () => '/agents', ready: shows(/docs-agent/) },
  {
    name: 'agents-new',
    path: () => '/agents?new=1',
    ready: shows(/The name can’t be changed later/),
  },
  { name: 'agent', path: () => '/agents/docs-agent', ready: shows(/Filling in box 33/) },
  {
    name: 'agent-edit',
    path: () => '/agents/docs-agent?edit=1',
    ready: shows(/Runs at the same time/),
  },
  { name: 'queues', path: () => '/queues', ready: shows(/Forms, holds and codes/) },
  {
    name: 'queue',
    path: () => '/queues?queue=customs',
    ready: shows(/leases expired/),
  },
  { name: 'integrations', path: () => '/integrations', ready: shows(/HubSpot sales/) },
  {
    name: 'integration',
    path: ({ account }) => `/integrations/${account.integration.id}`,
    ready: shows(/hs_task_subject/),
  },
  {
    name: 'integration-mapping',
    path: ({ account }) => `/integrations/${account.integration.id}?tab=mapping`,
    ready: shows(/hs_task_subject/),
  },
  {
    name: 'integration-runs',
    path: ({ account }) => `/integrations/${account.integration.id}?tab=runs`,
    ready: shows(/^Succeeded$/),
  },
  {
    name: 'integration-settings',
    path: ({ account }) => `/integrations/${account.integration.id}?tab=settings`,
    ready: shows(/Credential/i),
  },
  {
    name: 'integrations-gallery',
    path: () => '/integrations?new=1',
    ready: shows(/^Redmine$/),
  },
  {
    name: 'integrations-connect',
    path: () => '/integrations?new=1&provider=redmine',
    ready: shows(/Connect Redmine/),
  },
  {
    name: 'integrations-source',
    path: () => '/integrations?new=1&provider=database',
    ready: shows(/fleet-history/),
  },
  {
    name: 'integrations-source-columns',
    path: () => '/integrations?new=1&provider=database',
    ready: (page) => setUpSource(page, 'columns'),
    asksConnector: true,
  },
  {
    name: 'integrations-source-texts',
    path: () => '/integrations?new=1&provider=database',
    ready: (page) => setUpSource(page, 'templates'),
    asksConnector: true,
  },
  {
    name: 'integrations-source-preview',
    path: () => '/integrations?new=1&provider=database',
    ready: (page) => setUpSource(page, 'preview'),
    asksConnector: true,
  },
  { name: 'connectors', path: () => '/connectors', ready: shows(/fleet-history/) },
  {
    name: 'connectors-add',
    path: () => '/connectors?new=1',
    ready: shows(/For example the site or the system/),
  },
  {
    name: 'connector',
    path: ({ connectors }) => `/connectors/${connectors.north.id}`,
    ready: shows(/dock-srv-04/),
  },
  {
    name: 'connector-silent',
    path: ({ connectors: { all } }) =>
      `/connectors/${all.find(({ state }) => state === 'silent')?.id}`,
    ready: shows(/task-edge doctor/),
  },
  {
    name: 'connector-statements',
    path: ({ connectors }) => `/connectors/${connectors.north.id}?tab=statements`,
    ready: shows(/Closes a claim/),
  },
  {
    name: 'connector-jobs',
    path: ({ connectors }) => `/connectors/${connectors.north.id}?tab=jobs`,
    ready: shows(/There is no statement/),
  },
  {
    name: 'connector-job',
    path: ({ connectors }) => `/connectors/${connectors.north.id}?tab=jobs`,
    ready: async (page) => {
      await page
        .getByRole('link', { name: /open_claims/ })
        .first()
        .click()
      await shows(/Attempts/)(page)
    },
  },
  {
    name: 'connector-console',
    path: ({ connectors }) => `/connectors/${connectors.north.id}?tab=console`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Run statement' }).click()
      await shows(/Pallet 4 of QF-20931/)(page)
    },
    asksConnector: true,
  },
  {
    name: 'connector-console-write',
    path: ({ connectors }) =>
      `/connectors/${connectors.north.id}?tab=console&run=warehouse/close_claim`,
    ready: shows(/This statement modifies data/),
  },
  { name: 'webhooks', path: () => '/webhooks', ready: shows(/orders/) },
  {
    name: 'webhook',
    path: ({ webhook }) => `/webhooks/${webhook.id}`,
    ready: shows(/Signing secret/),
  },
  { name: 'deliveries', path: () => '/deliveries', ready: shows(/task\.created/) },
  { name: 'settings-general', path: () => '/settings/general', ready: shows(/Time zone/) },
  { name: 'settings-fields', path: () => '/settings/fields', ready: shows(/Declared weight/) },
  { name: 'settings-users', path: () => '/settings/users', ready: shows(/admin/) },
  {
    name: 'settings-recurring',
    path: () => '/settings/recurring',
    ready: shows(/Every week on Monday and Thursday/),
  },
  {
    name: 'settings-transfer',
    path: () => '/settings/transfer',
    ready: shows(/Export tasks as CSV/),
  },
  { name: 'settings-audit', path: () => '/settings/audit', ready: shows(/task\.created/) },
  { name: 'settings-system', path: () => '/settings/system', ready: shows(/PostgreSQL/) },
  { name: 'reference', path: () => '/reference', ready: shows(/Search operations|List tasks/) },
  {
    name: 'reference-operation',
    path: () => '/reference?op=tasks.create',
    ready: shows(/Title of the task/),
  },
]
