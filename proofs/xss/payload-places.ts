// Every place of the dashboard that shows a text of another user, or one from its own URL.
import type { Task, Webhook } from '@task-service/contract'
import type { Page } from 'playwright-core'
import type { Planted } from './plant-payloads.ts'
import { MARK } from './xss-payloads.ts'

export type Place = {
  path: string
  /** What is done there, so that everything it holds is drawn. */
  act?: (page: Page) => Promise<unknown>
  /** What is asked of the server there, and where the payload must come in sight: a place that shows none proves nothing. */
  shows?: { asks: string; where: string }
}

const task = ({ number }: Task): Place => ({
  path: `/tasks/T-${number}`,
  shows: { asks: `/tasks/T-${number}`, where: 'main' },
})

const webhook = ({ id }: Webhook): Place => ({
  path: `/webhooks/${id}`,
  shows: { asks: `/webhooks/${id}`, where: 'main' },
})

/** A screen that is opened by its URL and shows payloads of one kind, found by a selector. */
export type FreshPlace = { path: string; where: string; act?: (page: Page) => Promise<unknown> }

const ITEMS_READ = 12

export function freshPlaces({ packedTasks }: Planted): FreshPlace[] {
  const [path = ''] = packedTasks.map(({ number }) => `/tasks/T-${number}`)
  return [
    { path, where: 'main a[download]' },
    { path, where: '[data-property="field:xss_url"]' },
    { path, where: '[data-property="field:xss_choice_0"]' },
    { path, where: 'main [data-kind="user"]', act: offerMentions },
    { path: '/inbox?show=mentions', where: 'main', act: readItems },
    { path: '/settings/fields', where: 'main', act: openChoices },
    { path: '/settings/recurring', where: 'main', act: openTemplate },
    { path: '/settings/transfer', where: 'main', act: openImports },
    { path: '/agents', where: 'main' },
    { path: '/tasks?field=xss_choice_0:is:p0', where: 'main [role="group"]' },
  ]
}

/** Everyone whose username begins like this has a payload for a name. */
async function offerMentions(page: Page): Promise<void> {
  await page.keyboard.press('m')
  await page.keyboard.type('@person')
  await page.getByRole('option').filter({ hasText: MARK }).first().waitFor()
}

async function readItems(page: Page): Promise<void> {
  for (let item = 0; item < ITEMS_READ; item++) {
    await page.keyboard.press('j')
    await page.waitForTimeout(40)
  }
}

async function openChoices(page: Page): Promise<void> {
  await page.getByRole('button', { name: `${MARK} choice 0`, exact: true }).click()
  await page.getByRole('textbox', { name: 'Choice 1', exact: true }).waitFor()
}

async function openTemplate(page: Page): Promise<void> {
  await page.locator('main button[aria-haspopup="menu"]').last().click()
  await page.getByRole('menuitem').first().click()
}

/** Those that wait, and those whose rows were rejected, are the newest. */
const IMPORTS_OPENED = 6

async function openImports(page: Page): Promise<void> {
  const buttons = page.locator('main').getByRole('button', { name: MARK })
  for (let index = 0; index < IMPORTS_OPENED * 2; index += 2) {
    await buttons.nth(index).click()
    await page.locator('aside').filter({ hasText: MARK }).waitFor()
    await page.keyboard.press('Escape')
  }
}

/** Of one record each. */
export function recordPlaces(planted: Planted, full: boolean): Place[] {
  return [
    ...planted.packedTasks.map((one) => ({ ...task(one), act: openPackedTabs })),
    ...planted.packedWebhooks.map(webhook),
    ...(full ? planted.tasks.map((one) => ({ ...task(one), act: openTabs })) : []),
    ...(full ? planted.webhooks.map(webhook) : []),
    ...planted.deliveries.map(({ id }) => ({
      path: `/deliveries?delivery=${id}`,
      shows: { asks: `/deliveries/${id}`, where: 'aside' },
    })),
    { path: '/settings/audit', act: openEntries },
  ]
}

async function openTabs(page: Page): Promise<void> {
  const tabs = page.getByRole('tab')
  for (let index = (await tabs.count()) - 1; index >= 0; index--) await tabs.nth(index).click()
}

/** The last one opened has the comments. */
async function openPackedTabs(page: Page): Promise<void> {
  await openTabs(page)
  await page.getByRole('tabpanel').filter({ hasText: MARK }).waitFor()
}

async function openEntries(page: Page): Promise<void> {
  await page.locator('main button[aria-expanded="false"]').first().waitFor()
  await page.evaluate(`(() => {
    for (const entry of document.querySelectorAll('main button[aria-expanded="false"]')) entry.click()
  })()`)
}

/** The same text in every part of an address that a screen reads, and where the server refuses it. */
export function addressPlaces(text: string): Place[] {
  const said = encodeURIComponent(text)
  const listed = [
    'q',
    'label',
    'assignee',
    'queue',
    'source',
    'view',
    'peek',
    'status',
    'group',
    'field',
  ]
  const query = listed.map((name) => `${name}=${said}`).join('&')
  return [
    `/tasks?${query}`,
    `/board?${query}`,
    `/tasks/${said}`,
    `/webhooks?q=${said}&state=${said}`,
    `/webhooks/${said}`,
    `/deliveries?webhook=${said}&event=${said}&state=${said}&age=${said}&q=${said}`,
    `/deliveries?delivery=${said}`,
    `/settings/${said}`,
    `/settings/audit?by=${said}&span=${said}`,
    `/${said}`,
  ].map((path) => ({ path }))
}
