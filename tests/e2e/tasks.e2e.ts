// The list of tasks by keys: moving, changing one and many, adding, narrowing down, and views that are kept.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { visit } from './harness/browser.ts'
import { choose, pick } from './harness/pick.ts'
import { becomes, open, useScene } from './harness/scene.ts'

const titles = [
  'Answer the complaint',
  'Book the crane',
  'Check the customs form',
  'Decide who is liable',
  'Empty bin C-14',
  'Fix the scale',
]

const isActive = (page: Page, { title }: Task) =>
  page.locator('[data-active]').getByRole('link', { name: title }).waitFor()
const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })
const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Selected tasks' })

describe('the list of tasks', () => {
  const made: Task[] = []
  const scene = useScene(async (stage) => {
    for (const title of titles) made.push(await stage.api<Task>('POST', '/tasks', { title }))
  })

  const read = (task: Task | undefined) => scene.stage.api<Task>('GET', `/tasks/${task?.id}`)
  /** The newest is first, so places in the list count from the end. */
  const at = (place: number): Task => made[made.length - 1 - place] as Task // there are as many as titles

  async function list(query = ''): Promise<Page> {
    const page = await open(scene, `/tasks${query}`)
    await page.getByRole('grid').getByRole('link').first().waitFor()
    // Once the counts are shown, groups no longer change.
    await page.getByRole('button', { name: /^All open ?\d/ }).waitFor()
    return page
  }

  it('moves with j and k, peeks with space, opens with enter and closes with escape', async () => {
    const page = await list()
    await page.keyboard.press('j')
    await isActive(page, at(0))
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await isActive(page, at(2))
    await page.keyboard.press('k')
    await isActive(page, at(1))
    await page.keyboard.press('Space')
    await page.getByRole('complementary', { name: `T-${at(1).number}` }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('peek'), `T-${at(1).number}`)
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: `T-${at(2).number}` }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `T-${at(2).number}` }).waitFor()
    await page.goBack()
    await row(page, titles[0] ?? '').waitFor()
  })

  it('continues by keyboard from where the pointer was', async () => {
    const page = await list()
    await row(page, at(0).title).getByRole('link').click()
    await page.getByRole('complementary', { name: `T-${at(0).number}` }).waitFor()
    await page.keyboard.press('j')
    await page.getByRole('complementary', { name: `T-${at(1).number}` }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: `T-${at(1).number}` }).waitFor()
  })

  it('changes the task under the keys by single letters, each with a way back', async () => {
    const page = await list()
    const name = `T-${at(0).number}`
    await page.keyboard.press('j')
    await pick(page, 'p', 'High')
    await page.getByText(`${name} set to High.`).waitFor()
    await page.keyboard.press('4')
    await page.getByText(`${name} set to Low.`).waitFor()
    await page.keyboard.press('2')
    await becomes('it is high again', async () => (await read(at(0))).priority, 'high')
    await pick(page, 'a', 'dock-north')
    await page.getByText(`${name} assigned to dock-north.`).waitFor()
    await pick(page, 'l', 'customs')
    await page.getByText(`${name} labeled customs.`).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
    await pick(page, 's', 'In progress')
    await page.getByText(`${name} is in progress.`).waitFor()
    await isActive(page, at(0))
    const { priority, assignee, labels, status } = await read(at(0))
    assert.deepEqual(
      { priority, assignee, labels, status },
      {
        priority: 'high',
        assignee: 'dock-north',
        labels: ['customs'],
        status: 'in_progress',
      },
    )
    await pick(page, 'Shift+D', 'Tomorrow')
    await page.getByText(new RegExp(`^${name} due `)).waitFor()
    assert.notEqual((await read(at(0))).due_at, null)
    await page.keyboard.press('z')
    await page.getByText('Undone.').waitFor()
    assert.equal((await read(at(0))).due_at, null)
  })

  it('reports what was not saved while offline, and what was saved after that', async () => {
    const { stage, browser } = scene
    const { page, context } = await visit(browser, stage)
    // The picker is loaded before the network goes away; toasts are part of the app.
    const isThere = page.waitForResponse(/picker-popover/)
    await page.goto(`${stage.url}/tasks`)
    await isThere
    const name = `T-${at(0).number}`
    const refused = page.getByText(`${name} wasn’t changed.`)
    await page.keyboard.press('j')
    await isActive(page, at(0))
    await context.setOffline(true)
    for (const [place, words] of ['Low', 'Normal', 'Urgent'].entries()) {
      await pick(page, 'p', words)
      await becomes(`${place + 1} were refused`, () => refused.count(), place + 1)
    }
    assert.equal((await read(at(0))).priority, 'high')
    await context.setOffline(false)
    await pick(page, 'p', 'Low')
    await page.getByText(`${name} set to Low.`).waitFor()
    await becomes('it replaced one of them', () => refused.count(), 2)
    await context.close()
    await stage.api('PATCH', `/tasks/${at(0).id}`, { priority: 'high' })
  })

  it('does not offer a status that cannot be reached', async () => {
    const page = await list()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    const failed = page.getByRole('option', { name: /^Failed/ })
    await failed.getByText('not allowed from this status').waitFor()
    await page.keyboard.press('Escape')
    await failed.waitFor({ state: 'detached' })
  })

  it('selects with x, changes many at once, and takes it back for all of them', async () => {
    const page = await list('?sort=created_at&group=none')
    const chosen = made.slice(0, 3)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await toolbar(page).getByText('1 selected').waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+X')
    await toolbar(page).getByText('3 selected').waitFor()
    await pick(page, 'p', 'Urgent')
    await page.getByText('3 tasks set to Urgent.').waitFor()
    const priorities = async () =>
      Promise.all(chosen.map(async (task) => (await read(task)).priority))
    assert.deepEqual(await priorities(), ['urgent', 'urgent', 'urgent'])
    await page.keyboard.press('z')
    await page.getByText('3 changes undone.').waitFor()
    assert.deepEqual(await priorities(), ['normal', 'normal', 'normal'])
    await page.keyboard.press('Escape')
    await toolbar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+a')
    await toolbar(page).getByText(`${titles.length} selected`).waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await toolbar(page).waitFor({ state: 'detached' })
  })

  it('adds a task where the list is, and takes it back', async () => {
    const page = await list('?priority=high')
    await page.keyboard.press('c')
    await page.getByLabel('Task title').fill('Greet the new driver')
    await page.keyboard.press('Enter')
    await page.getByText(/^T-\d+ created\.$/).waitFor()
    await row(page, 'Greet the new driver').waitFor()
    // What the list is narrowed to, the new task is, so that it stays where it was added.
    const { data } = await scene.stage.api<{ data: Task[] }>('GET', '/tasks?q=driver')
    assert.equal(data[0]?.priority, 'high')
    await page.keyboard.press('Escape')
    await page.getByLabel('Task title').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^Undo/ }).click()
    await row(page, 'Greet the new driver').waitFor({ state: 'detached' })
  })

  it('asks before it deletes, and deletes only what was meant', async () => {
    const extra = await scene.stage.api<Task>('POST', '/tasks', { title: 'Written by mistake' })
    const page = await list()
    await row(page, extra.title).waitFor()
    await row(page, extra.title).getByRole('checkbox').check()
    await page.keyboard.press('Delete')
    await page.getByRole('dialog').getByText('This can’t be undone.').waitFor()
    await page.getByRole('button', { name: 'Delete task' }).click()
    await page.getByText(`T-${extra.number} deleted.`).waitFor()
    await row(page, extra.title).waitFor({ state: 'detached' })
    await assert.rejects(read(extra), /answered 404/)
    await row(page, titles[0] ?? '').waitFor()
  })

  it('keeps filters in the address: a reload keeps them, and back takes them away', async () => {
    const page = await list()
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await choose(page, 'Priority')
    await choose(page, 'High')
    await becomes('the address', () => new URL(page.url()).search, '?priority=high')
    await page.keyboard.press('Escape')
    await row(page, titles[0] ?? '').waitFor({ state: 'detached' })
    await row(page, at(0).title).waitFor()
    await page.reload()
    await row(page, at(0).title).waitFor()
    assert.equal(await row(page, titles[0] ?? '').count(), 0)
    await page.goBack()
    await row(page, titles[0] ?? '').waitFor()
    assert.equal(new URL(page.url()).search, '')
    await page.goForward()
    await page.getByRole('button', { name: 'Remove filter Priority' }).click()
    await row(page, titles[0] ?? '').waitFor()
  })

  it('finds by words while they are typed, and loses no letter', async () => {
    const page = await list()
    await page.keyboard.press('/')
    const field = page.getByRole('textbox', { name: 'Filter by text' })
    await field.pressSequentially('customs', { delay: 260 })
    assert.equal(await field.inputValue(), 'customs')
    await row(page, 'Check the customs form').waitFor()
    await row(page, titles[0] ?? '').waitFor({ state: 'detached' })
    await becomes('the address', () => new URL(page.url()).searchParams.get('q'), 'customs')
    await page.getByRole('button', { name: 'Clear text' }).click()
    await row(page, titles[0] ?? '').waitFor()
  })

  it('says when nothing fits, and leads on', async () => {
    const page = await open(scene, '/tasks?priority=low&label=customs')
    await page.getByText('No tasks match these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await row(page, titles[0] ?? '').waitFor()
    assert.equal(new URL(page.url()).search, '')
  })

  it('exports the tasks that are shown as CSV', async () => {
    const page = await list('?q=crane&sort=priority')
    await row(page, titles[0] ?? '').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Group: Status' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'Export CSV' }).click()
    const file = await download
    assert.equal(file.suggestedFilename(), `${scene.stage.tenant}-tasks.csv`)
    const lines = (await buffer(await file.createReadStream())).toString().trimEnd().split('\r\n')
    assert.match(lines[0] ?? '', /^\uFEFFnumber,/)
    assert.equal(lines.length, 2)
    assert.match(lines[1] ?? '', /Book the crane/)
  })

  it('saves a view, opens it again, renames and deletes it', async () => {
    const page = await list('?priority=high')
    const views = page.getByRole('navigation', { name: 'Views' })
    await views.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('What burns')
    await page.getByRole('button', { name: 'Save view' }).last().click()
    await views.getByRole('button', { name: /^What burns/ }).waitFor()
    await list()
    await views.getByRole('button', { name: /^What burns/ }).click()
    await becomes('the filter', () => new URL(page.url()).searchParams.get('priority'), 'high')
    await row(page, titles[0] ?? '').waitFor({ state: 'detached' })
    await views.getByRole('button', { name: 'Actions for view What burns' }).click()
    await page.getByRole('menuitem', { name: 'Rename view' }).click()
    await page.getByLabel('View name').fill('What glows')
    await page.getByRole('button', { name: 'Rename view' }).click()
    await page.getByText('View What glows saved.').waitFor()
    await views.getByRole('button', { name: 'Actions for view What glows' }).click()
    await page.getByRole('menuitem', { name: 'Delete view' }).click()
    await page.getByText('View What glows deleted.').waitFor()
    await views.getByRole('button', { name: /^What glows/ }).waitFor({ state: 'detached' })
    await row(page, titles[0] ?? '').waitFor()
  })
})
