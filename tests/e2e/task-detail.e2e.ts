// One task, beside the list and as a page: what it says, what was done and said, how a program asks, and who wins.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { Task } from '@task-service/contract'
import type { Locator, Page } from 'playwright-core'
import { visit } from './harness/browser.ts'
import { pick } from './harness/pick.ts'
import { becomes, open, useScene } from './harness/scene.ts'

const run = promisify(execFile)

const description = `The form has **no HS code**.

- find the code: \`9405.42\`
- ask the [broker](https://broker.example/desk)

![stamp](https://broker.example/stamp.png) <b onclick="alert(1)">raw</b>`

const title = (page: Page | Locator) => page.getByRole('textbox', { name: 'Title' })
const text = (page: Page) => page.getByRole('textbox', { name: 'Description' })

describe('a task', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', {
      title: 'Customs form lacks a code',
      description,
      source: 'hubspot',
      external_id: 'ticket-7',
      fields: { weight_kg: 240 },
    })
  })

  const read = () => scene.stage.api<Task>('GET', `/tasks/${task.id}`)
  const change = (body: object) => scene.stage.api<Task>('PATCH', `/tasks/${task.id}`, body)

  async function detail(): Promise<Page> {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await title(page).waitFor()
    return page
  }

  it('shows its description as Markdown, in the panel and on the page, and loads no picture', async () => {
    const page = await open(scene, '/tasks')
    await page.getByRole('link', { name: task.title }).click()
    const panel = page.getByRole('complementary', { name: `T-${task.number}` })
    await showsMarkdown(panel)
    await panel.getByRole('link', { name: 'Open as page' }).click()
    await page.getByRole('heading', { level: 1, name: `T-${task.number}` }).waitFor()
    await showsMarkdown(page.getByRole('main'))
  })

  it('is renamed where the title stands; escape takes back what was typed, z what was saved', async () => {
    const page = await detail()
    await title(page).fill('Never mind')
    await title(page).press('Escape')
    assert.equal(await title(page).inputValue(), task.title)
    await title(page).fill('Customs form lacks the HS code')
    await title(page).press('Enter')
    await page.getByText(`T-${task.number} renamed.`).waitFor()
    assert.equal((await read()).title, 'Customs form lacks the HS code')
    await page.keyboard.press('z')
    await page.getByText('Undone.').waitFor()
    assert.equal((await read()).title, task.title)
  })

  it('has its description written by e and saved by ctrl and enter', async () => {
    const page = await detail()
    await page.keyboard.press('e')
    await text(page).fill('The code is **9405.42**.')
    await text(page).press('ControlOrMeta+Enter')
    await page.getByText(`Description of T-${task.number} saved.`).waitFor()
    await page.getByRole('main').locator('strong', { hasText: '9405.42' }).waitFor()
    const { description: saved, status } = await read()
    assert.deepEqual([saved, status], ['The code is **9405.42**.', 'ready'])
  })

  it('shows changes and comments, with their authors', async () => {
    const page = await detail()
    await pick(page, 'p', 'Urgent')
    await page.getByText('set priority to Urgent').waitFor()
    await page.keyboard.press('m')
    await page.getByRole('textbox', { name: 'Comment' }).fill('Waiting for the *broker*.')
    await page.keyboard.press('Enter')
    const story = page.getByRole('tabpanel', { name: /^Activity/ })
    await story.locator('em', { hasText: 'broker' }).waitFor()
    await story.getByText('API created this task').waitFor()
    const own = story.getByRole('listitem').filter({ hasText: 'admin commented' })
    await own.getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit comment' }).click()
    await page.getByRole('textbox', { name: 'Edit comment' }).fill('The broker answered.')
    await page.getByRole('button', { name: 'Save comment' }).click()
    await own.getByText('The broker answered.').waitFor()
    await own.getByText('edited').waitFor()
    await own.getByRole('button', { name: 'Comment actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete comment' }).click()
    await page.getByText('Comment deleted.').waitFor()
    await own.waitFor({ state: 'detached' })
    await page.keyboard.press('z')
    await own.getByText('The broker answered.').waitFor()
  })

  it('leads to its parts and back, to its source, and to itself', async () => {
    const page = await detail()
    await page.getByRole('button', { name: 'Subtask' }).click()
    await page.getByLabel('Subtask title').fill('Ask the broker')
    await page.keyboard.press('Enter')
    await page.getByText('0 of 1 done').waitFor()
    await page.getByRole('link', { name: /Ask the broker/ }).click()
    await page.getByRole('heading', { level: 1, name: `T-${task.number + 1}` }).waitFor()
    await page.getByRole('link', { name: new RegExp(`T-${task.number} ?${task.title}`) }).click()
    await page.getByRole('heading', { level: 1, name: `T-${task.number}` }).waitFor()
    await page.getByRole('tab', { name: 'Source record' }).click()
    await page.getByText('ticket-7').last().waitFor()
    await page.getByRole('region', { name: 'Fields' }).getByText('weight_kg').waitFor()
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByText('Link copied.').waitFor()
    const link = await page.evaluate<string>('navigator.clipboard.readText()')
    assert.equal(link, `${scene.stage.url}/tasks/T-${task.number}`)
  })

  it('shows the task as the API returns it, and commands that work as they are', async () => {
    const page = await detail()
    await page.getByRole('tab', { name: 'API' }).click()
    const json = await page.getByRole('region', { name: 'Task as JSON' }).innerText()
    assert.deepEqual(JSON.parse(json), await read())
    for (const name of ['Get this task', 'Add a comment', 'Complete this task']) {
      const command = await page.getByRole('region', { name }).innerText()
      const env = { PATH: process.env['PATH'] ?? '', TASKS_KEY: scene.stage.service.apiKey }
      const { stdout } = await run('sh', ['-c', command.replace('curl ', 'curl -sS ')], { env })
      const answer = JSON.parse(stdout) as Record<string, unknown>
      assert.equal(answer['status'] === undefined ? answer['task_id'] : answer['id'], task.id, name)
    }
    assert.equal((await read()).status, 'completed')
    await page.getByRole('tab', { name: /^Activity/ }).click()
    await page.getByText('Done.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reopen' }).click()
    await page.getByText(`T-${task.number} is ready.`).waitFor()
  })

  it('shows a description that was saved in the meantime, and overwrites it only on request', async () => {
    const page = await detail()
    await page.keyboard.press('e')
    await text(page).fill('Mine')
    await change({ description: 'Theirs' })
    await page.getByText('Someone else edited this description').waitFor()
    await page.getByText('Theirs', { exact: true }).waitFor()
    assert.equal(await text(page).inputValue(), 'Mine')
    assert.equal(await page.getByRole('button', { name: /^Save description/ }).isDisabled(), true)
    await page.getByRole('button', { name: 'Overwrite with mine' }).click()
    await page.getByText(`Description of T-${task.number} saved.`).waitFor()
    assert.equal((await read()).description, 'Mine')
  })

  it('keeps a description whose saving failed after the page was left', async () => {
    const page = await detail()
    const address = `**/api/tasks/${task.id}`
    await page.route(address, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue()
      await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
      return route.abort()
    })
    await page.keyboard.press('e')
    await text(page).fill('Typed last')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await page.getByText(`The description of T-${task.number} was not saved.`).waitFor()
    await page.goBack()
    assert.equal(await text(page).inputValue(), 'Typed last')
    await page.unroute(address)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(`Description of T-${task.number} saved.`).waitFor()
    assert.equal((await read()).description, 'Typed last')
  })

  it('detects the conflict on save without live updates; other changed fields are no conflict', async () => {
    const { stage, browser } = scene
    const withoutEvents = await visit(browser, stage)
    await withoutEvents.context.route('**/ui/api/events**', (route) => route.abort())
    const { page } = withoutEvents
    await page.goto(`${stage.url}/tasks/T-${task.number}`)
    await title(page).waitFor()
    await page.keyboard.press('e')
    await text(page).fill('Mine again')
    await change({ priority: 'low' })
    await text(page).press('ControlOrMeta+Enter')
    await page.getByText(`Description of T-${task.number} saved.`).waitFor()
    assert.equal((await read()).description, 'Mine again')
    await page.keyboard.press('e')
    await text(page).fill('Mine at last')
    await change({ description: 'Theirs again' })
    await text(page).press('ControlOrMeta+Enter')
    await page.getByText('Someone else edited this description').waitFor()
    assert.equal((await read()).description, 'Theirs again')
    await page.getByRole('button', { name: 'Discard mine' }).click()
    await page.getByRole('main').getByText('Theirs again').waitFor()
    await withoutEvents.context.close()
    assert.deepEqual(withoutEvents.faults, [])
  })

  it('does not undo what another user has changed since', async () => {
    const page = await detail()
    await pick(page, 'p', 'High')
    await page.getByText(`T-${task.number} set to High.`).waitFor()
    await change({ priority: 'urgent' })
    await page.keyboard.press('z')
    await page.getByText('Someone else changed this task.').waitFor()
    assert.equal((await read()).priority, 'urgent')
    await becomes(
      'the page shows it',
      () => page.locator('[data-property="priority"]').innerText(),
      'Priority\nUrgent',
    )
  })

  it('says that there is none under a number that never was', async () => {
    const page = await open(scene, '/tasks/T-9999')
    await page.getByText('T-9999 not found').waitFor()
  })
})

async function showsMarkdown(place: Locator): Promise<void> {
  await place.locator('strong', { hasText: 'no HS code' }).waitFor()
  await place.locator('li code', { hasText: '9405.42' }).waitFor()
  const link = place.getByRole('link', { name: 'broker' })
  assert.equal(await link.getAttribute('href'), 'https://broker.example/desk')
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer')
  assert.equal(await place.locator('img').count(), 0)
  assert.equal(await place.locator('b[onclick]').count(), 0)
}
