// Home in a new workspace: the first steps tick themselves, the figures follow, and what needs a person is said.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Integration, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { pressInTurn } from './harness/press-in-turn.ts'
import { becomes, open, useScene } from './harness/scene.ts'

/** The server believes its figures for a while, the longer the more they cost it. */
const TIMEOUT_MS = 75_000

const step = (page: Page, words: string) => page.getByRole('listitem').filter({ hasText: words })
const isDone = (page: Page, words: string) =>
  step(page, words).getByLabel('Done').waitFor({ timeout: TIMEOUT_MS })
/** Created, open, in progress, waiting, completed. */
const tiles = (page: Page) => page.locator('main a[href*="status="]')
const figures = async (page: Page) => {
  const texts = await tiles(page).allInnerTexts()
  return texts.slice(0, 5).map((text) => text.split('\n').find((line) => /^\d+\+?$/.test(line)))
}

describe('home', () => {
  const scene = useScene()

  it('ticks the first steps as they are done, without a reload', async () => {
    const page = await open(scene, '/')
    await page.getByText('Get started').waitFor()
    await step(page, 'Create a task').getByRole('link', { name: 'New task' }).waitFor()
    const { stage } = scene
    const task = await stage.api<Task>('POST', '/tasks', { title: 'The first one' })
    await stage.api('POST', `/tasks/${task.id}/transitions`, { to: 'completed' })
    await isDone(page, 'Create a task')
    await isDone(page, 'Complete a task')
    await step(page, 'Add a webhook').getByRole('link', { name: 'Add webhook' }).click()
    await page.getByRole('textbox', { name: /^Endpoint URL/ }).fill(`${stage.receiver.url}/hook`)
    const form = page.getByRole('complementary')
    await form.getByRole('button', { name: 'Add webhook' }).click()
    await page.getByText('Copy your signing secret').waitFor()
    await pressInTurn(page, 'g', 'h')
    await isDone(page, 'Add a webhook')
    await stage.api('POST', '/tasks', { title: 'The second one' })
    await page
      .getByText('Receive your first event')
      .and(page.locator(':not([data-done] *)'))
      .waitFor({ state: 'detached', timeout: TIMEOUT_MS })
  })

  it('counts what stands where, and each figure leads to its tasks', async () => {
    const { stage } = scene
    const page = await open(scene, '/')
    await page.getByText('Needs attention').waitFor()
    const task = await stage.api<Task>('POST', '/tasks', { title: 'Being worked on' })
    await stage.api('POST', `/tasks/${task.id}/transitions`, { to: 'in_progress' })
    await becomes('the figures', () => figures(page), ['3', '1', '1', '0', '1'], TIMEOUT_MS)
    await stage.api('POST', `/tasks/${task.id}/transitions`, { to: 'input_required' })
    await becomes('the figures follow', () => figures(page), ['3', '1', '0', '1', '1'], TIMEOUT_MS)
    await tiles(page).nth(4).click()
    await page.getByRole('link', { name: 'The first one' }).waitFor()
    await page.getByRole('link', { name: 'Being worked on' }).waitFor({ state: 'detached' })
  })

  it('says what needs a person, and leads there', async () => {
    const page = await open(scene, '/')
    await page.getByText('1 task needs input').waitFor({ timeout: TIMEOUT_MS })
    await scene.stage.api('POST', '/tasks', {
      title: 'Should have been done',
      due_at: new Date(Date.now() - 3_600_000).toISOString(),
    })
    const overdue = step(page, '1 task is overdue')
    await overdue.getByRole('link', { name: 'Show tasks' }).click({ timeout: TIMEOUT_MS })
    await page.getByRole('link', { name: 'Should have been done' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter Due' }).waitFor()
  })

  it('shows where tasks come from, and how that stands', async () => {
    const page = await open(scene, '/')
    await page.getByText('No integrations yet.', { exact: false }).waitFor()
    const { name } = await scene.stage.api<Integration>('POST', '/integrations', {
      provider: 'github',
      name: 'Issues of the port',
      config: { base_url: scene.stage.receiver.url, owner: 'acme', repo: 'port' },
    })
    const source = step(page, name)
    await source.getByText('Needs credential').waitFor()
    await source.getByText('Never synced').waitFor()
    await source.getByRole('link', { name }).click()
    await page.waitForURL('**/integrations/int_*')
  })

  it('adds a task by one key, in the list where it then stands', async () => {
    const page = await open(scene, '/')
    await page.getByRole('button', { name: 'New task' }).waitFor()
    await page.keyboard.press('c')
    await page.getByRole('textbox', { name: 'Task title' }).fill('Typed from Home')
    await page.keyboard.press('Enter')
    const made = page.getByRole('link', { name: 'Typed from Home' })
    await made.waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'Task title' }).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).searchParams.get('new'), null)
  })
})
