// What must not happen while people work: an app that is gone, text that is lost, keys that do something else.
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { pick } from '../harness/pick.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

/** The color of `--toast` in the light theme. */
const TOAST = 'rgb(27, 31, 39)'

const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').or(page.getByRole('status')).filter({ hasText: text })
const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })

/** Requests wait until the returned function is called. */
async function hold(page: Page, url: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

describe('the dashboard keeps working', () => {
  let task: Task
  const scene = useScene(async (stage) => {
    task = await stage.api<Task>('POST', '/tasks', { title: 'Rebook the pickup' })
  })
  afterEach(async () => {
    await scene.context.setOffline(false)
    await scene.page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  const read = () => scene.stage.api<Task>('GET', `/tasks/${task.id}`)

  async function list(): Promise<Page> {
    const page = await open(scene, '/tasks')
    await page.getByRole('grid').getByRole('link', { name: task.title }).waitFor()
    return page
  }

  async function detail(): Promise<Page> {
    const page = await open(scene, `/tasks/T-${task.number}`)
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    return page
  }

  it('gives keys that are typed while a picker is fetched to the picker', async () => {
    const { page } = scene
    const release = await hold(page, '**/assets/picker-popover-*.js')
    await list()
    await page.keyboard.press('j')
    await page.keyboard.press('p')
    await page.keyboard.type('urg')
    await page.keyboard.press('Enter')
    assert.equal(await page.getByRole('listbox').count(), 0)
    release()
    await toast(page, `T-${task.number} set to Urgent.`).waitFor()
    assert.equal(new URL(page.url()).pathname, '/ui/tasks')
    assert.equal((await read()).priority, 'urgent')
  })

  it('draws toasts as designed, whatever the order of the stylesheets', async () => {
    const page = await list()
    await page.keyboard.press('j')
    await pick(page, 'p', 'High')
    const card = toast(page, `T-${task.number} set to High.`)
    await card.waitFor()
    const style = await page.evaluate<string[]>(`(() => {
      const { backgroundColor, display } = getComputedStyle(
        [...document.querySelectorAll('[role="status"], [role="alert"]')].find((one) =>
          one.textContent.includes('set to High.')))
      return [backgroundColor, display]
    })()`)
    assert.deepEqual(style, [TOAST, 'flex'])
    // Outside of a layer, a rule of the library may win over ours.
    const loose = await page.evaluate<string[]>(`[...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => rule.selectorText ?? '')
      .filter((selector) => /\\.m_[0-9a-f]{8}/.test(selector))`)
    assert.deepEqual(loose, [])
  })

  it('closes a picker before the palette opens', async () => {
    const page = await list()
    await page.keyboard.press('j')
    await page.keyboard.press('s')
    await page.getByRole('listbox', { name: 'Change status' }).waitFor()
    await page.keyboard.press('ControlOrMeta+k')
    await palette(page).and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByRole('listbox', { name: 'Change status' }).count(), 0)
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  })

  it('stays when an edit fails while offline, and loads what was missing afterwards', async () => {
    const { page } = scene
    // The cache of the browser would have them from the tests before.
    await page.route(/\/assets\/(toast-host|picker-popover|board-screen)-/, (route) =>
      route.abort(),
    )
    await detail()
    await scene.context.setOffline(true)
    await page.keyboard.press('d')
    await toast(page, `T-${task.number} wasn’t changed. Can’t reach the server.`).waitFor()
    await page.keyboard.press('p')
    await toast(page, 'This part of the page couldn’t be loaded.').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.getByRole('button', { name: 'Complete' }).waitFor()
    await page.getByRole('link', { name: 'Board' }).first().click()
    await page.getByRole('heading', { name: 'Can’t reach the server' }).waitFor()
    await page.unrouteAll()
    await scene.context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
    await page.goBack()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.press('p')
    await page.getByRole('listbox', { name: 'Change priority' }).waitFor()
    assert.equal((await read()).status, 'ready')
  })

  it('says in plain words that the server is busy, and rolls the change back', async () => {
    const page = await detail()
    const problem = {
      code: 'overloaded',
      status: 503,
      title: 'Service overloaded',
      detail: 'Retry after `Retry-After` seconds with the same `Idempotency-Key`.',
    }
    await page.route(/\/ui\/api\/tasks\//, (route) =>
      route.request().method() === 'GET'
        ? route.continue()
        : route.fulfill({ status: 503, json: problem, contentType: 'application/problem+json' }),
    )
    await page.keyboard.press('d')
    const busy = 'The server is busy. Try again in a few seconds.'
    await toast(page, `T-${task.number} wasn’t changed. ${busy}`).waitFor()
    assert.equal(await page.getByText(/Retry-After|Idempotency-Key/).count(), 0)
    assert.equal((await read()).status, 'ready')
  })

  it('offers the new version when a part of this one is gone after a deployment', async () => {
    const { page } = scene
    const html = '<script type="module" src="./assets/index-deployed.js"></script>'
    await page.route(`${scene.stage.url}/`, (route) =>
      route.fulfill({ body: html, contentType: 'text/html' }),
    )
    await page.route(/\/assets\/(board-screen|cheat-sheet)-/, (route) =>
      route.fulfill({ status: 404 }),
    )
    await list()
    await page.keyboard.press('?')
    await toast(page, 'New version available').getByRole('button', { name: 'Reload' }).waitFor()
    await page.getByRole('link', { name: 'Board' }).first().click()
    await page.getByRole('heading', { name: 'New version available' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('main').getByRole('button', { name: 'Reload' }).click()
    await page.getByRole('heading', { level: 1, name: 'Board' }).waitFor()
  })

  it('sends a comment with Ctrl and Enter, and keeps what is typed next', async () => {
    const page = await detail()
    const story = page.getByRole('tabpanel', { name: /^Activity/ })
    const release = await hold(page, '**/api/tasks/*/comments')
    await page.keyboard.press('m')
    await comment(page).fill('The carrier agreed.')
    await page.keyboard.press('ControlOrMeta+Enter')
    await becomes('the field is free', () => comment(page).inputValue(), '')
    await story.getByText('The carrier agreed.').waitFor()
    await story.getByText('Sending…').waitFor()
    await page.keyboard.type('Next')
    release()
    await story.getByText('Sending…').waitFor({ state: 'detached' })
    assert.equal(await story.getByText('The carrier agreed.').count(), 1)
    assert.equal(await comment(page).inputValue(), 'Next')
    assert.equal((await read()).status, 'ready')
  })

  it('keeps a comment that was not sent, and sends it again', async () => {
    const { page } = scene
    const story = page.getByRole('tabpanel', { name: /^Activity/ })
    await page.route('**/api/tasks/*/comments', (route) => route.abort())
    await page.keyboard.press('ControlOrMeta+Enter')
    await toast(page, 'Comment not sent: Can’t reach the server.').waitFor()
    await story.getByText('Not sent').waitFor()
    await page.unrouteAll()
    await story.getByRole('button', { name: 'Try again' }).click()
    await story.getByText('Not sent').waitFor({ state: 'detached' })
    await becomes('the server has both', async () => {
      type Comments = { data: { body: string }[] }
      const said = await scene.stage.api<Comments>('GET', `/tasks/${task.id}/comments`)
      return said.data.map(({ body }) => body)
    }, ['The carrier agreed.', 'Next'])
  })

  it('marks a field in plain words, and puts the keyboard where people type next', async () => {
    const page = await open(scene, '/webhooks?new=1')
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: 'Add webhook' }).click()
    await panel.getByText('Required.', { exact: true }).waitFor()
    await panel.getByText('Check the highlighted field.').waitFor()
    assert.equal(await panel.getByText(/url:|must not/).count(), 0)
    await panel
      .getByRole('textbox', { name: /^Endpoint URL/ })
      .and(page.locator(':focus'))
      .waitFor()
    await panel.getByRole('button', { name: 'Add header' }).click()
    await panel.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  })

  it('leads from an address without /ui into the dashboard', async () => {
    const { page, stage } = scene
    await page.goto(`${stage.service.url}/tasks/T-${task.number}`)
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByRole('link', { name: `Open /ui/tasks/T-${task.number}` }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
  })

  it('says what was not found, and where to look', async () => {
    const page = await open(scene, '/webhooks/none')
    await page.getByRole('heading', { name: 'Webhook not found' }).waitFor()
    await page.getByRole('link', { name: 'Go to Webhooks' }).click()
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
    await open(scene, `/task/T-${task.number}`)
    await page.getByRole('link', { name: `/tasks/T-${task.number}` }).click()
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
  })
})
