// The log of deliveries: narrowed down, one opened with its attempts and bytes, sent again, and all that failed at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Delivery, Webhook } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { until } from '../operate/until.ts'
import { becomes, open, useScene } from './harness/scene.ts'
import type { Stage } from './harness/stage.ts'

const ATTEMPTS = 4
const titles = ['Post the credit note', 'Match the payments']

const rows = (page: Page) => page.locator('[data-row]')
const state = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'Status' }).getByText(name, { exact: false }).first()
const panel = (page: Page) => page.getByRole('complementary')
const attempts = (page: Page) => panel(page).getByRole('button', { name: /Delivered|Failed/ })
const showsRows = (page: Page, count: number) =>
  becomes(`${count} rows`, () => rows(page).count(), count)

describe('deliveries', () => {
  const webhooks: Record<string, Webhook> = {}
  const scene = useScene(async (stage) => {
    stage.receiver.answers['/ledger'] = 503
    for (const name of ['orders', 'ledger']) {
      const url = `${stage.receiver.url}/${name}`
      webhooks[name] = await stage.api<Webhook>('POST', '/webhooks', { url })
    }
    for (const title of titles) await stage.api('POST', '/tasks', { title })
    await until('the ledger has refused everything', async () => {
      const sent = await sentTo(stage, 'ledger')
      return sent.length === titles.length && sent.every(({ status }) => status === 'failed')
    })
  })

  async function sentTo(stage: Stage, name: string): Promise<Delivery[]> {
    const path = `/webhooks/${webhooks[name]?.id}/deliveries`
    return (await stage.api<{ data: Delivery[] }>('GET', path)).data
  }

  async function log(query = ''): Promise<Page> {
    const page = await open(scene, `/deliveries${query}`)
    await rows(page).first().waitFor()
    return page
  }

  it('narrows the log by result, webhook and event, and keeps that in the address', async () => {
    const page = await log()
    await showsRows(page, 4)
    await state(page, 'Failed').click()
    await showsRows(page, 2)
    assert.equal(await rows(page).filter({ hasText: '/orders' }).count(), 0)
    await page.reload()
    await showsRows(page, 2)
    assert.equal(new URL(page.url()).search, '?state=failed')
    await page.getByLabel('Webhook', { exact: true }).and(page.locator('input')).click()
    await page.getByRole('option', { name: /\/orders$/ }).click()
    await page.getByText('No deliveries match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await showsRows(page, 4)
    await page.getByLabel('Event', { exact: true }).and(page.locator('input')).click()
    await page.getByRole('option', { name: 'task.deleted', exact: true }).click()
    await page.getByText('No deliveries match these filters').waitFor()
    await log('?q=ledger')
    await showsRows(page, 2)
  })

  it('opens one by keys, with its attempts, what was sent and what came back', async () => {
    const page = await log('?state=failed')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await panel(page)
      .getByText(/ returned 503$/)
      .waitFor()
    await becomes('attempts', () => attempts(page).count(), ATTEMPTS)
    await panel(page).getByText('Event created').waitFor()
    await panel(page).getByRole('region', { name: 'Response' }).getByText('seen').waitFor()
    const parts = panel(page).getByRole('radiogroup', { name: 'Show' })
    await parts.getByText('Request').click()
    const request = await panel(page).getByRole('region', { name: 'Request' }).innerText()
    const [newest] = await sentTo(scene.stage, 'ledger')
    assert.equal(JSON.parse(request)['id'], newest?.event_id)
    await parts.getByText('Headers').click()
    await panel(page).getByText(`webhook-id: ${newest?.event_id}`).waitFor()
    await attempts(page).last().click()
    await becomes('it is shown', () => attempts(page).last().getAttribute('aria-pressed'), 'true')
    await page.keyboard.press('j')
    await until('the next one is shown', async () => !page.url().includes(newest?.id ?? ''))
    await page.keyboard.press('Escape')
    await panel(page).waitFor({ state: 'detached' })
  })

  it('sends one again, and shows that it arrived', async () => {
    const page = await log('?state=failed')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await becomes('attempts', () => attempts(page).count(), ATTEMPTS)
    scene.stage.receiver.answers['/ledger'] = 204
    await page.keyboard.press('r')
    await page.getByText('Resent. Waiting for the response.').waitFor()
    await panel(page).getByRole('button', { name: 'Delivered' }).waitFor()
    await becomes('attempts', () => attempts(page).count(), ATTEMPTS + 1)
    const statuses = (await sentTo(scene.stage, 'ledger')).map(({ status }) => status)
    assert.deepEqual(statuses.toSorted(), ['delivered', 'failed'])
  })

  it('recovers what is left, and says before how much that is', async () => {
    const page = await open(scene, `/webhooks/${webhooks['ledger']?.id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Recover since…' }).click()
    await panel(page).getByText('1 delivery will be sent.').waitFor()
    const before = scene.stage.receiver.messages.length
    await panel(page).getByLabel('Since').and(page.locator('input')).click()
    await page.getByRole('option', { name: '1 hour ago' }).click()
    await panel(page).getByText('1 delivery will be sent.').waitFor()
    assert.equal(scene.stage.receiver.messages.length, before, 'counting sends nothing')
    await panel(page).getByRole('button', { name: 'Send 1' }).click()
    await page.getByText('1 delivery queued.').waitFor()
    await becomes(
      'all of them arrived',
      async () => (await sentTo(scene.stage, 'ledger')).map(({ status }) => status),
      ['delivered', 'delivered'],
    )
    await page.goto(`${scene.stage.url}/deliveries?webhook=${webhooks['ledger']?.id}&recover=1`)
    await panel(page).getByText('Nothing to resend in this period.').waitFor()
  })
})
