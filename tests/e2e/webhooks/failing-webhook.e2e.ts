// A webhook whose receiver fails: what the dashboard says about it, the retry that a user asks for, and many resent at once.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Delivery, Webhook, WebhookHealth } from '@task-service/contract'
import { until } from '../../operate/until.ts'
import { becomes, open, useScene } from '../harness/scene.ts'
import type { Stage } from '../harness/stage.ts'

/** More than are attempted until the worker pauses. */
const TASKS = 60

describe('a failing webhook', () => {
  let ledger: Webhook
  const scene = useScene(async (stage) => {
    stage.receiver.answers['/ledger'] = 503
    const add = (path: string) =>
      stage.api<Webhook>('POST', '/webhooks', {
        url: `${stage.receiver.url}${path}`,
        event_types: ['task.created'],
      })
    await add('/orders')
    ledger = await add('/ledger')
    const items = Array.from({ length: TASKS }, (_, i) => ({ create: { title: `Order ${i}` } }))
    await stage.api('POST', '/tasks/bulk', { items })
    await until('only the ledger fails', async () => {
      const { data } = await stage.api<{ data: WebhookHealth[] }>('GET', '/webhooks/health')
      const [orders, failing] = data
      return orders?.delivered === TASKS && failing?.state === 'failing'
    })
  })

  const sentTo = async (stage: Stage) =>
    (await stage.api<{ data: Delivery[] }>('GET', `/webhooks/${ledger.id}/deliveries?limit=200`))
      .data
  const received = () => scene.stage.receiver.messages.filter(({ path }) => path === '/ledger')

  it('shows the last attempt, counts down to the next one, and is counted in the sidebar', async () => {
    const page = await open(scene, `/webhooks/${ledger.id}`)
    await page.getByText('503 Service Unavailable').waitFor()
    await page.getByText('Nothing delivered in the last 24 hours.').first().waitFor()
    await page.getByText(/^(in \d+ (s|min)|Now)$/).waitFor()
    await page.getByText(/^Disabled if every attempt fails until /).waitFor()
    assert.equal(await page.getByText(/No events yet|No deliveries yet/).count(), 0)
    await page.getByRole('link', { name: /^Webhooks.*1 webhook needs attention/ }).waitFor()
  })

  it('is not hidden by a rate of 100 %, and is the one that Recover offers', async () => {
    const page = await open(scene, '/deliveries')
    const rate = page.getByText('Delivered of sent').locator('b')
    await rate.waitFor()
    const percent = Number((await rate.innerText()).replace(/[^\d.]/g, ''))
    assert.ok(percent >= 50 && percent < 100, `${percent} %`)
    await page.getByRole('button', { name: 'Recover since…' }).click()
    const panel = page.getByRole('complementary')
    const chosen = panel.getByLabel('Webhook').and(page.locator('input'))
    await becomes(
      'the failing one',
      async () => (await chosen.inputValue()).endsWith('/ledger'),
      true,
    )
    const since = panel.getByLabel('Since').and(page.locator('input'))
    assert.equal(await since.inputValue(), 'It started failing')
  })

  it('is retried at once on request, and then gets everything that is pending', async () => {
    const page = await open(scene, `/webhooks/${ledger.id}`)
    await page.getByRole('button', { name: /^Retry now/ }).waitFor()
    scene.stage.receiver.answers['/ledger'] = 204
    await page.keyboard.press('r')
    await page.getByText(/^Retrying \d+ deliver(y|ies, one first)\.$/).waitFor()
    await until('nothing is pending', async () =>
      (await sentTo(scene.stage)).every(({ status }) => status !== 'pending'),
    )
    await page.getByText('204 No Content').waitFor()
    await page.getByText('No pending deliveries').waitFor()
    await page.getByRole('button', { name: /^Retry now/ }).waitFor({ state: 'detached' })
  })

  it('gets many deliveries again at once', async () => {
    const page = await open(scene, `/deliveries?webhook=${ledger.id}`)
    const boxes = page.getByRole('checkbox', { name: /^Select task\.created/ })
    await boxes.first().check()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.getByText('2 selected').waitFor()
    const before = received().length
    await page.getByRole('button', { name: /^Resend/ }).click()
    await page.getByText('2 deliveries queued.').waitFor()
    await becomes('both arrived again', () => received().length, before + 2)
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })
})
