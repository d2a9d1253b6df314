// By thumb at 360 px: every place, a new task, one opened and left, many changed at once, colours and language.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { becomes, open, useScene } from './harness/scene.ts'

const titles = ['Call the driver', 'Print the manifest', 'Sign the receipt']

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true })
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

/** A sheet is drawn up from the bar by its button. */
async function drawUp(page: Page, name: 'Flow' | 'More') {
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
    for (const name of ['My work', 'Tasks', 'Home']) {
      await bar(page).getByRole('link', { name }).tap()
      await heading(page, name).waitFor()
    }
    for (const [sheet, name, title] of [
      ['Flow', 'Deliveries', 'Deliveries'],
      ['Flow', 'Webhooks', 'Webhooks'],
      ['More', 'Board', 'Board'],
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
    await page.getByLabel('What needs to be done').fill('Weigh the parcel')
    await page.getByRole('button', { name: 'Create task' }).tap()
    await page.getByText(/^T-\d+ created\.$/).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).tap()
    await row(page, 'Weigh the parcel').tap()
    await heading(page, `T-${titles.length + 1}`).waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).fill('Two kilos')
    await page.getByRole('button', { name: 'Send comment' }).tap()
    await page.getByText('Two kilos', { exact: true }).last().waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Tasks' }).tap()
    await row(page, 'Weigh the parcel').waitFor()
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

  it('changes colours and language in the sheet', async () => {
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
