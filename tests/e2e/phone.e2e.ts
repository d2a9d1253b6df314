// By touch at 360 px: every screen, a new task, one opened and left, many changed at once, color scheme and language.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { becomes, open, useScene } from './harness/scene.ts'

const titles = ['Call the driver of van QF-20931', 'Print the manifest', 'Sign the receipt']

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

/** A sheet is drawn up from the bar by its button. */
async function drawUp(page: Page, name: 'Connections' | 'More') {
  await bar(page).getByRole('button', { name }).tap()
  const sheet = page.getByRole('dialog', { name })
  await sheet.waitFor()
  return sheet
}

describe('on a phone', () => {
  const made: Task[] = []
  const scene = useScene(
    async (stage) => {
      for (const title of titles) made.push(await stage.api<Task>('POST', '/tasks', { title }))
    },
    { look: { scheme: 'light', width: 360 } },
  )

  it('leads to every place by the bar and its sheets', async () => {
    const page = await open(scene, '/')
    for (const name of ['Inbox', 'Tasks', 'Home']) {
      await bar(page).getByRole('link', { name }).tap()
      await heading(page, name).waitFor()
    }
    for (const [sheet, name, title] of [
      ['Connections', 'Deliveries', 'Deliveries'],
      ['Connections', 'Webhooks', 'Webhooks'],
      ['Connections', 'Connectors', 'Connectors'],
      ['More', 'Board', 'Board'],
      ['More', 'Queues', 'Queues'],
      ['More', 'Agents', 'Agents'],
      ['More', 'Settings', 'Users'],
    ] as const) {
      await (await drawUp(page, sheet)).getByRole('link', { name }).tap()
      await heading(page, title).waitFor()
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    await (await drawUp(page, 'More')).getByRole('button', { name: 'Search or jump to' }).tap()
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('receipt')
    await page.getByRole('option', { name: /Sign the receipt/ }).tap()
    await heading(page, `T-${made[2]?.number}`).waitFor()
  })

  it('adds a task, opens it as a page and comes back', async () => {
    const page = await open(scene, '/tasks')
    await row(page, titles[0] ?? '').waitFor()
    await page.getByRole('button', { name: 'New task', exact: true }).tap()
    await page.getByLabel('Task title').fill('Weigh the pallet')
    await page.getByRole('button', { name: 'Create task' }).tap()
    await page.getByText(/^T-\d+ created\.$/).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).tap()
    await row(page, 'Weigh the pallet').tap()
    await heading(page, `T-${titles.length + 1}`).waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Two kilos')
    await page.getByRole('button', { name: 'Send comment' }).tap()
    await page.getByText('Two kilos', { exact: true }).last().waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Tasks' }).tap()
    await row(page, 'Weigh the pallet').waitFor()
  })

  it('opens what a link shows beside a list or the board as a page, and goes back past it', async () => {
    const { page } = scene
    for (const place of ['tasks', 'board']) {
      await open(scene, '/webhooks')
      await heading(page, 'Webhooks').waitFor()
      await open(scene, `/${place}?peek=T-${made[1]?.number}`)
      await heading(page, `T-${made[1]?.number}`).waitFor()
      await page.goBack()
      await heading(page, 'Webhooks').waitFor()
    }
  })

  it('keeps a reference in one piece, however wide the title is', async () => {
    const page = await open(scene, '/tasks')
    await row(page, 'QF-20931').getByRole('link').waitFor()
    const torn = await page.evaluate(`(() => {
      const links = [...document.querySelectorAll('[role=row] a')]
      const link = links.find(({ textContent }) => textContent.includes('QF-20931'))
      const walker = document.createTreeWalker(link, NodeFilter.SHOW_TEXT)
      let text = walker.nextNode()
      while (text && !text.data.includes('QF-20931')) text = walker.nextNode()
      if (!text) return 'the reference is in pieces'
      const range = document.createRange()
      const from = text.data.indexOf('QF-20931')
      range.setStart(text, from)
      range.setEnd(text, from + 'QF-20931'.length)
      link.style.display = 'block'
      return Array.from({ length: 60 }, (_, step) => 90 + step * 3).filter((width) => {
        link.style.width = width + 'px'
        return range.getClientRects().length > 1
      })
    })()`)
    assert.deepEqual(torn, [])
    await row(page, 'QF-20931').tap()
    await page.locator('h2 .whole', { hasText: /^QF-20931$/ }).waitFor()
  })

  it('leaves a thumb 44 pixels at every button and field', async () => {
    const { page } = scene
    const webhook = await scene.stage.api<{ id: string }>('POST', '/webhooks', {
      url: `${scene.stage.receiver.url}/thumb`,
    })
    const narrow: Record<string, unknown> = {}
    for (const [path, title] of [
      ['/', 'Home'],
      ['/deliveries', 'Deliveries'],
      [`/webhooks/${webhook.id}`, /thumb/],
      ['/settings/general', 'General'],
      ['/settings/audit', 'Audit log'],
    ] as const) {
      await open(scene, path)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      const controls = page.locator('[class*=mantine-Button-root], [class*=mantine-Input-input]')
      await controls.filter({ visible: true }).first().waitFor()
      // A point that leads to another of them is no miss of this one alone.
      const measure = () =>
        page.evaluate<
          string[]
        >(`[...document.querySelectorAll('.mantine-Button-root, .mantine-ActionIcon-root, .mantine-Input-input')]
        .filter((one) => {
          const { left, top, width, height } = one.getBoundingClientRect()
          const [x, y] = [left + width / 2, top + height / 2]
          if (width === 0 || y < 22 || y > innerHeight - 90 || x > innerWidth - 22) return false
          const isHit = ([dx, dy]) => document.elementFromPoint(x + dx, y + dy)?.closest('button, a, input, label, .mantine-MultiSelect-input')
          return ![[0, -21], [0, 21], [-21, 0], [21, 0]].every(isHit)
        })
        .map((one) => one.ariaLabel ?? one.textContent)`)
      // Once everything has its place: an empty list is drawn when its data has arrived.
      for (const end = Date.now() + 3_000; ; ) {
        narrow[path] = await measure()
        if ((narrow[path] as string[]).length === 0 || Date.now() > end) break // as measured
        await page.waitForTimeout(100)
      }
    }
    assert.deepEqual(Object.values(narrow).flat(), [], JSON.stringify(narrow))
  })

  it('selects by touch and changes many at once', async () => {
    const page = await open(scene, '/tasks')
    await row(page, titles[0] ?? '').waitFor()
    await page.getByRole('button', { name: /^Group:/ }).tap()
    await page.getByRole('menuitem', { name: 'Select tasks' }).tap()
    for (const title of titles.slice(0, 2)) await row(page, title).tap()
    const toolbar = page.getByRole('toolbar', { name: 'Selected tasks' })
    await toolbar.getByText('2 selected').waitFor()
    await toolbar.getByRole('button', { name: /^Priority/ }).tap()
    await page.getByRole('option', { name: 'High' }).tap()
    await page.getByText('2 tasks set to High.').waitFor()
    await becomes(
      'both are',
      () =>
        Promise.all(
          made.map(async ({ id }) => (await scene.stage.api<Task>('GET', `/tasks/${id}`)).priority),
        ),
      ['high', 'high', 'normal'],
    )
    await toolbar.getByRole('button', { name: 'Clear selection' }).tap()
    await toolbar.waitFor({ state: 'detached' })
  })

  it('changes color scheme and language in the sheet', async () => {
    const page = await open(scene, '/tasks')
    await row(page, titles[0] ?? '').waitFor()
    const sheet = await drawUp(page, 'More')
    await sheet.getByText('Dark', { exact: true }).tap()
    await becomes(
      'it is dark',
      () => page.locator('html').getAttribute('data-mantine-color-scheme'),
      'dark',
    )
    await sheet.getByText('Deutsch', { exact: true }).tap()
    await page.getByRole('dialog').getByText('Dunkel', { exact: true }).waitFor()
    await page.reload()
    await heading(page, 'Aufgaben').waitFor()
    assert.equal(await page.evaluate('document.documentElement.scrollWidth > innerWidth'), false)
  })
})
