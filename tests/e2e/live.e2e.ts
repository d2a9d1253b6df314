// What one person does, the other sees without reloading: while the stream flows, while it is cut, and when it is back.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { BrowserContext, Page } from 'playwright-core'
import { visit } from './harness/browser.ts'
import { type CuttableProxy, openCuttableProxy } from './harness/cuttable-proxy.ts'
import { addPerson } from './harness/people.ts'
import { pick } from './harness/pick.ts'
import { open, useScene } from './harness/scene.ts'

/** The stream is retried automatically half a minute after it failed. */
const BACK_MS = 60_000

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

describe('changes of others', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', { title: 'Rebook the pickup' })
  })
  let other: BrowserContext
  let proxy: CuttableProxy
  const seen: Record<'list' | 'board' | 'task', Page> = {} as typeof seen // filled before the first test

  before(async () => {
    const { stage, browser } = scene
    proxy = await openCuttableProxy(stage.service.url)
    const url = `${proxy.url}/ui`
    const credentials = await addPerson(stage, 'dock-north')
    const first = await visit(browser, { url, credentials })
    other = first.context
    seen.list = first.page
    seen.board = await other.newPage()
    seen.task = await other.newPage()
    await seen.list.goto(`${url}/tasks`)
    await seen.board.goto(`${url}/board`)
    await seen.task.goto(`${url}/tasks/T-${task.number}`)
    for (const page of Object.values(seen)) {
      await says(page, 'Live')
      // Lost by a reload, and by nothing else.
      await page.evaluate('globalThis.sameDocument = true')
    }
  })
  after(() => proxy?.close())

  it('a new title and a comment appear in the list, on the board and in the open task', async () => {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('textbox', { name: 'Title' }).fill('Rebook the pickup for Monday')
    await page.keyboard.press('Enter')
    await page.getByText(`T-${task.number} renamed.`).waitFor()
    await seen.list.getByRole('link', { name: 'Rebook the pickup for Monday' }).waitFor()
    await column(seen.board, 'Ready')
      .getByRole('link', { name: 'Rebook the pickup for Monday' })
      .waitFor()
    await seen.task.getByText('renamed it to “Rebook the pickup for Monday”').waitFor()
    assert.equal(
      await seen.task.getByRole('textbox', { name: 'Title' }).inputValue(),
      'Rebook the pickup for Monday',
    )
    await page.getByRole('textbox', { name: 'Comment' }).fill('The carrier **agreed**.')
    await page.keyboard.press('Enter')
    await seen.task.locator('strong', { hasText: 'agreed' }).waitFor()
  })

  it('a card goes to the column where the other person moved it', async () => {
    await scene.page.keyboard.press('Escape') // out of the field
    await pick(scene.page, 's', 'In progress')
    await column(seen.board, 'In progress').getByText('Rebook the pickup for Monday').waitFor()
    await column(seen.board, 'Ready').getByText('No tasks').waitFor()
    await seen.task.getByText('changed the status to In progress').waitFor()
    await seen.list.getByRole('grid').getByRole('button', { name: 'In progress 1' }).waitFor()
  })

  it('a new task appears, and one that is deleted goes', async () => {
    const page = await open(scene, '/tasks')
    await page.getByRole('link', { name: 'Rebook the pickup for Monday' }).waitFor()
    await page.keyboard.press('c')
    await page.getByLabel('Task title').fill('Ask for a gate code')
    await page.keyboard.press('Enter')
    for (const screen of [seen.list, seen.board]) {
      await screen.getByRole('link', { name: 'Ask for a gate code' }).waitFor()
    }
    const { data } = await scene.stage.api<{ data: Task[] }>('GET', '/tasks?q=gate')
    await scene.stage.api('DELETE', `/tasks/${data[0]?.id}`)
    for (const screen of [seen.list, seen.board, page]) {
      await screen.getByRole('link', { name: 'Ask for a gate code' }).waitFor({ state: 'detached' })
    }
  })

  it('falls back to polling while the stream is cut, and says why', async () => {
    proxy.cut()
    for (const page of Object.values(seen)) await says(page, 'Every 3 s')
    assert.equal(proxy.streams(), 0)
    await seen.list.getByRole('button', { name: 'Connection: Every 3 s' }).click()
    await seen.list.getByText('Live updates were interrupted.').waitFor()
    await seen.list.getByText(/Live updates reconnect automatically/).waitFor()
    await seen.list.keyboard.press('Escape')
    await scene.stage.api('PATCH', `/tasks/${task.id}`, { title: 'Rebook the pickup for Tuesday' })
    for (const page of [seen.list, seen.board]) {
      await page.getByRole('link', { name: 'Rebook the pickup for Tuesday' }).waitFor()
    }
    await seen.task.getByText('renamed it to “Rebook the pickup for Tuesday”').waitFor()
  })

  it('is live again automatically when the stream is back, and immediately on request', async () => {
    proxy.restore()
    await seen.task.getByRole('button', { name: 'Connection: Every 3 s' }).click()
    await seen.task.getByRole('button', { name: 'Retry now' }).click()
    await says(seen.task, 'Live')
    for (const page of Object.values(seen)) await says(page, 'Live')
    assert.equal(proxy.streams(), 3)
    await scene.stage.api('PATCH', `/tasks/${task.id}`, { title: 'Rebook the pickup for Friday' })
    for (const page of [seen.list, seen.board]) {
      await page.getByRole('link', { name: 'Rebook the pickup for Friday' }).waitFor()
    }
    for (const page of Object.values(seen)) {
      assert.equal(await page.evaluate('globalThis.sameDocument'), true, 'no page was reloaded')
    }
  })
})

/** What the indicator says about the connection. */
function says(page: Page, word: string): Promise<void> {
  return page
    .getByRole('button', { name: `Connection: ${word}` })
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: BACK_MS })
}
