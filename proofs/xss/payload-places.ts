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
  const listed = ['q', 'label', 'assignee', 'queue', 'source', 'view', 'peek', 'status', 'group']
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

/** As many payloads in one text as an address may well hold. */
export function joinPayloads(payloads: readonly string[], most: number): string[] {
  const joined: string[] = []
  for (const payload of payloads) {
    const last = joined.at(-1)
    if (last !== undefined && last.length + payload.length < most) {
      joined[joined.length - 1] = `${last} ${payload}`
    } else joined.push(payload)
  }
  return joined
}
