// The palette finds everything by name, number, ID, label and field, and says how its search is going.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Agent, Task, View, Webhook } from '@task-service/contract'
import { becomes, open, useScene } from '../harness/scene.ts'

describe('palette', () => {
  let task: Task
  let webhook: Webhook
  let view: View
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', {
      title: 'Bäume vor dem Lager',
      labels: ['plants'],
      fields: { reference: 'invoice-4711' },
    })
    await stage.api<Task>('POST', '/tasks', { title: 'Something else' })
    webhook = await stage.api<Webhook>('POST', '/webhooks', {
      url: `${stage.receiver.url}/quayside`,
      description: 'Quayside events',
    })
    await stage.api<Agent>('POST', '/agents', { name: 'quay-agent' })
    view = await stage.api<View>('POST', '/views', {
      name: 'Quay plants',
      shared: true,
      query: { label: ['plants'] },
    })
  })
  const field = () => scene.page.getByRole('combobox', { name: 'Search or jump to' })
  const option = (name: string | RegExp) => scene.page.getByRole('option', { name })

  /** Keys work as soon as it is rendered. */
  async function openHome(): Promise<void> {
    await open(scene, '/')
    await scene.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
  }

  async function openPalette(typed: string): Promise<void> {
    await scene.page.keyboard.press('ControlOrMeta+k')
    await field().and(scene.page.locator(':focus')).waitFor()
    await field().fill(typed)
  }

  it('finds tasks by parts of words, accents left out, in labels and fields', async () => {
    await openHome()
    await openPalette('baume')
    for (const typed of ['baume', 'plant', '4711']) {
      await field().fill(typed)
      await option(/Bäume vor dem Lager/).waitFor()
      await option(/Something else/).waitFor({ state: 'detached' })
    }
    await scene.page.keyboard.press('Escape')
  })

  it('puts a number or an ID first, with what happened to it', async () => {
    const { page } = scene
    await openPalette(`T-${task.number}`)
    await page.getByRole('option', { name: /Bäume/, selected: true }).waitFor()
    await option(`Audit log of T-${task.number}`).waitFor()
    await field().fill(webhook.id)
    await page.getByRole('option', { name: /^Quayside events/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/webhooks/${webhook.id}`)
    await openPalette(task.id)
    await page.getByRole('option', { name: /Bäume/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/tasks/T-${task.number}`)
  })

  it('groups people, webhooks, agents, views, settings, actions and operations', async () => {
    const { page } = scene
    await openPalette('quay')
    for (const [group, name] of [
      ['Webhooks', /^Quayside events/],
      ['Agents', /^quay-agent/],
      ['Views', /^Quay plants/],
    ] as const) {
      await page.getByRole('group', { name: group }).getByRole('option', { name }).waitFor()
    }
    await field().fill('admin')
    await page.getByRole('group', { name: 'People' }).getByRole('option').first().waitFor()
    await field().fill('audit')
    await option(/^Audit log/)
      .first()
      .waitFor()
    await field().fill('agents.create')
    await option(/POST \/api\/agents/).waitFor()
    await field().fill('add a webh')
    await option('Add a webhook').click()
    await page.waitForURL(/\/webhooks\?new=/)
    await page.keyboard.press('Escape')
    await openHome()
    await openPalette('quay pl')
    await option(/^Quay plants/).click()
    await page.waitForURL(new RegExp(`/tasks[?].*${view.id}`))
    await page.getByText('Bäume vor dem Lager').first().waitFor()
  })

  it('offers what was opened last, and is worked by keys alone', async () => {
    const { page } = scene
    await page.keyboard.press('ControlOrMeta+k')
    const recent = page.getByRole('group', { name: 'Recent' })
    await recent.getByRole('option').first().waitFor()
    assert.match(await recent.getByRole('option').first().innerText(), /Quay plants/)
    await page.keyboard.press('ArrowDown')
    await becomes(
      'the second row is chosen',
      () => recent.getByRole('option').nth(1).getAttribute('aria-selected'),
      'true',
    )
    for (const kind of ['actions', 'pages', 'tasks', 'people']) {
      await page.keyboard.press('Tab')
      await page.getByText(`Only: ${kind}`).waitFor()
    }
    await field().fill('adm')
    // The list of tasks behind the palette has groups too.
    const groups = page.getByRole('listbox').getByRole('group')
    await becomes('only people', () => groups.count(), 1)
    await page.getByRole('listbox').getByRole('group', { name: 'People' }).waitFor()
    await page.keyboard.press('Escape')
    await field().waitFor({ state: 'detached' })
  })

  it('never shows a late response for a newer text, and runs what Enter waited for', async () => {
    const { page } = scene
    await open(scene, '/queues')
    await page.getByRole('heading', { level: 1, name: 'Queues' }).waitFor()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route(/\/api\/tasks\?.*q=something/, async (route) => {
      await held
      await route.continue().catch(() => undefined)
    })
    await openPalette('something')
    await page.getByText('Searching…').waitFor()
    await field().fill('lager')
    await option(/Bäume vor dem Lager/).waitFor()
    release()
    await page.waitForTimeout(300)
    assert.equal(await option(/Something else/).count(), 0)
    await page.unroute(/\/api\/tasks\?.*q=something/)
    await field().fill('vor dem lag')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/tasks/T-${task.number}`)
  })

  it('says that it found nothing, that it failed, and that there is no connection', async () => {
    const { page } = scene
    await openPalette('zzz nothing of the kind')
    await page.getByText(/^No results\./).waitFor()
    await page.route('**/api/tasks?**', (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: '{}' }),
    )
    await field().fill('lager vor')
    await page.getByText('Some results failed to load.').waitFor()
    await page.unroute('**/api/tasks?**')
    await page.getByRole('button', { name: 'Try again' }).click()
    await option(/Bäume vor dem Lager/).waitFor()
    await page.route('**/api/**', (route) => route.abort())
    await field().fill('settings')
    await page
      .getByRole('dialog')
      .getByText(/^Offline\./)
      .waitFor()
    await option(/^Settings/)
      .first()
      .waitFor()
    await page.unroute('**/api/**')
    await page.keyboard.press('Escape')
  })
})
