// The board: a card goes to another column by the pointer, by keys and by touch, and comes back.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Status, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { visit } from './harness/browser.ts'
import { choose } from './harness/pick.ts'
import { becomes, open, useScene } from './harness/scene.ts'

const titles = ['Weigh the pallet', 'Seal the truck', 'Print the label']

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, { id }: Task) => page.locator(`[data-card="${id}"]`)
const isIn = (page: Page, name: string, task: Task) =>
  column(page, name).locator(`[data-card="${task.id}"]`).waitFor()

describe('the board', () => {
  const made: Task[] = []
  const scene = useScene(async (stage) => {
    for (const title of titles) made.push(await stage.api<Task>('POST', '/tasks', { title }))
  })
  const [pallet, truck, label] = [0, 1, 2].map((place) => () => made[place] as Task) as [
    () => Task,
    () => Task,
    () => Task,
  ] // one for each title

  const stands = (task: Task, status: Status) =>
    becomes(
      `T-${task.number} is ${status}`,
      async () => (await scene.stage.api<Task>('GET', `/tasks/${task.id}`)).status,
      status,
    )

  async function board(): Promise<Page> {
    const page = await open(scene, '/board')
    await card(page, pallet()).waitFor()
    return page
  }

  it('takes a card where the pointer drops it, and back with undo', async () => {
    const page = await board()
    await card(page, pallet()).dragTo(column(page, 'In progress'))
    await isIn(page, 'In progress', pallet())
    await page.getByText(`T-${pallet().number} is in progress.`).waitFor()
    await stands(pallet(), 'in_progress')
    await page.getByRole('button', { name: /^Undo/ }).click()
    await isIn(page, 'Ready', pallet())
    await stands(pallet(), 'ready')
  })

  it('does not take a card where it may not go', async () => {
    const page = await board()
    await card(page, pallet()).dragTo(column(page, 'In review'))
    await isIn(page, 'Ready', pallet())
    await stands(pallet(), 'ready')
  })

  it('goes from card to card by keys, and moves the card on and back', async () => {
    const page = await board()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    const focused = await page.evaluate<string>(
      `document.activeElement.closest('[data-card]').dataset.card`,
    )
    const task = made.find(({ id }) => id === focused)
    assert.ok(task, 'a card has the focus')
    await page.keyboard.press(']')
    await isIn(page, 'In progress', task)
    await stands(task, 'in_progress')
    await becomes(
      'the keys went with the card',
      () => page.evaluate<string>(`document.activeElement.closest('[data-card]')?.dataset.card`),
      task.id,
    )
    await page.keyboard.press('[')
    await isIn(page, 'Ready', task)
    await stands(task, 'ready')
    await page.keyboard.press('z')
    await isIn(page, 'In progress', task)
    await page.keyboard.press('z')
    await stands(task, 'in_progress')
  })

  it('moves a card to any column by “Move to…”, and peeks with space', async () => {
    const page = await board()
    await card(page, label()).getByRole('link').focus()
    await page.keyboard.press('m')
    await choose(page, 'Completed')
    await isIn(page, 'Completed', label())
    await stands(label(), 'completed')
    await card(page, truck()).getByRole('link').focus()
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: `T-${truck().number}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
  })

  it('has rows, between which a card changes its row, its status or both', async () => {
    const page = await board()
    await page.getByRole('button', { name: /^Sort:/ }).click()
    await page.getByRole('menuitem', { name: 'Priority', exact: true }).click()
    const cell = (row: string, status: string) =>
      page.getByRole('group', { name: `${row}, ${status}`, exact: true })
    const isAt = (row: string, status: string) =>
      cell(row, status).locator(`[data-card="${pallet().id}"]`).waitFor()
    await isAt('Normal', 'Ready')
    await scene.stage.api('POST', '/tasks', { title: 'Call the customer', priority: 'urgent' })
    await cell('Urgent', 'Ready').getByText('Call the customer').waitFor()
    await card(page, pallet()).dragTo(cell('Urgent', 'In progress'))
    await isAt('Urgent', 'In progress')
    await becomes('both', async () => {
      const { status, priority } = await scene.stage.api<Task>('GET', `/tasks/${pallet().id}`)
      return [status, priority]
    }, ['in_progress', 'urgent'])
    await page.getByRole('button', { name: /^Undo/ }).click()
    await isAt('Normal', 'Ready')
    await stands(pallet(), 'ready')
    await card(page, pallet()).getByRole('link').focus()
    await page.keyboard.press(']')
    await isAt('Normal', 'In progress')
    await page.keyboard.press('[')
    await isAt('Normal', 'Ready')
    await page.getByRole('button', { name: 'Normal', exact: true }).click()
    await card(page, pallet()).waitFor({ state: 'detached' })
  })

  it('on a phone shows one column, and moves by “Move to…”', async () => {
    const { stage, browser } = scene
    const { page, context, faults } = await visit(browser, stage, { scheme: 'light', width: 360 })
    await page.goto(`${stage.url}/board`)
    const columns = page.getByRole('group', { name: 'Columns' })
    await columns.getByRole('button', { name: /^Ready/ }).tap()
    await card(page, pallet()).waitFor()
    assert.equal(await page.locator('[data-column]').count(), 1)
    await page.getByRole('button', { name: `Move T-${pallet().number} to…` }).tap()
    await page.getByRole('option', { name: 'In progress' }).tap()
    await card(page, pallet()).waitFor({ state: 'detached' })
    await stands(pallet(), 'in_progress')
    await page.getByRole('button', { name: /^Undo/ }).tap()
    await card(page, pallet()).waitFor()
    await stands(pallet(), 'ready')
    await context.close()
    assert.deepEqual(faults, [])
  })
})
