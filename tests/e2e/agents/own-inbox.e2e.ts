// One's own inbox with two people: what concerns whom, at once; read, done, snoozed and undone by keys; and notifications of the browser.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Comment, Notification, Task } from '@task-service/contract'
import type { Locator, Page } from 'playwright-core'
import { claimFrom } from '../harness/agents/scripted-agent.ts'
import { type Look, visit } from '../harness/browser.ts'
import { addPerson, meOf } from '../harness/people.ts'
import { becomes, open, useScene } from '../harness/scene.ts'

const WIDE: Look = { scheme: 'light', width: 1280 }
const badge = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Inbox/ })
const rows = (page: Page) => page.locator('main a[data-row]')
const boxOf = async (locator: Locator) =>
  (await locator.boundingBox()) ?? assert.fail('it is not drawn')
const centerOf = ({ x, width }: { x: number; width: number }) => x + width / 2
const row = (page: Page, name: string | RegExp) => rows(page).filter({ hasText: name })

describe('one’s own inbox', () => {
  let dana: Awaited<ReturnType<typeof addPerson>>
  let danaId: string
  const scene = useScene(async (stage) => {
    dana = await addPerson(stage, 'dana')
    danaId = await meOf({ url: stage.url, credentials: dana })
    await stage.api('POST', '/agents', { name: 'docs-agent', queues: ['refunds'], max_attempts: 1 })
  })

  async function asDana(path: string, look: Look = WIDE) {
    const visitor = await visit(scene.browser, { ...scene.stage, credentials: dana }, look)
    await visitor.page.goto(`${scene.stage.url}${path}`)
    return visitor
  }
  const inboxOf = async (
    { username, password }: typeof dana,
    query = '',
  ): Promise<Notification[]> => {
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
    const answer = await fetch(`${scene.stage.url}/api/inbox${query}`, {
      headers: { authorization, 'x-ts-csrf': '1' },
    })
    return ((await answer.json()) as { data: Notification[] }).data // as the contract says
  }
  const unread = async () => (await inboxOf(dana, '?unread=true')).length
  const add = (task: Partial<Task> & { title: string }) =>
    scene.stage.api<Task>('POST', '/tasks', task)

  it('shows a mention to the mentioned person at once, and to no one else', async () => {
    const visitor = await asDana('/inbox')
    const { page } = visitor
    await page.getByRole('heading', { name: 'Your inbox is empty' }).waitFor()
    await page.goto(`${scene.stage.url}/my-work`)
    await badge(page).waitFor()
    const task = await add({ title: 'Gate code' })
    const own = await open(scene, `/tasks/T-${task.number}`)
    await own.getByRole('tab', { name: /^Activity/ }).waitFor()
    await own.keyboard.press('m')
    await own.keyboard.type('@da')
    await own.getByRole('option', { name: /dana/ }).waitFor()
    await own.keyboard.press('Enter')
    await own.keyboard.type('which one is it?')
    await own.keyboard.press('ControlOrMeta+Enter')
    await badge(page).getByText('1 unread item').waitFor({ state: 'attached' })
    await badge(page).click()
    await row(page, 'which one is it?').waitFor()
    // In the middle of the picture, not in its corner, where the badge of the kind is.
    const picture = await boxOf(row(page, 'which one is it?').getByRole('img'))
    const initials = await boxOf(row(page, 'which one is it?').locator('[data-initials]'))
    assert.ok(Math.abs(centerOf(picture) - centerOf(initials)) < 3)
    await page.getByText('admin mentioned you').waitFor()
    await page.locator('main [data-me]', { hasText: '@dana' }).waitFor()
    // Shown for a moment, it is read.
    await badge(page).getByText('1 unread item').waitFor({ state: 'detached' })
    await becomes('it is stored', async () => (await inboxOf(dana))[0]?.unread, false)
    assert.deepEqual(await inboxOf(scene.stage.credentials), [], 'one’s own actions are no news')
    assert.deepEqual(visitor.faults, [])
    await visitor.context.close()
  })

  it('is worked by keys: done, undone, snoozed, open', async () => {
    for (const title of ['First', 'Second', 'Third']) await add({ title, assignee: 'dana' })
    await becomes('all are there', async () => (await inboxOf(dana)).length, 4)
    const visitor = await asDana('/inbox?show=tasks')
    const { page } = visitor
    await becomes('three are listed', () => rows(page).count(), 3)
    await page.getByRole('heading', { name: 'Third', level: 2 }).waitFor()
    await page.keyboard.press('e')
    await page.getByText('Marked as done.').waitFor()
    await page.getByRole('heading', { name: 'Second', level: 2 }).waitFor()
    await becomes('two are left', () => rows(page).count(), 2)
    await page.keyboard.press('z')
    await becomes('it is back', () => rows(page).count(), 3)
    await page.keyboard.press('h')
    await page.getByRole('menuitem', { name: /Tomorrow/ }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.getByText(/^Snoozed until/).waitFor()
    await becomes('it is hidden', () => rows(page).count(), 2)
    await becomes('it is stored', async () => (await inboxOf(dana, '?state=snoozed')).length, 1)
    await page.getByRole('button', { name: 'Inbox menu' }).click()
    await page.getByRole('menuitem', { name: 'Snoozed' }).click()
    await row(page, 'Second').waitFor()
    await page.keyboard.press('e')
    await page.getByText('Moved to the inbox.').waitFor()
    await page.getByRole('heading', { name: 'Nothing is snoozed' }).waitFor()
    await page.goto(`${scene.stage.url}/inbox?show=tasks`)
    await row(page, 'First').click()
    await page.getByRole('heading', { name: 'First', level: 2 }).waitFor()
    await page.keyboard.press('o')
    await page.getByRole('tab', { name: /^Activity/ }).waitFor()
    assert.deepEqual(visitor.faults, [])
    await visitor.context.close()
  })

  it('snoozes until a custom time, which must be in the future', async () => {
    const visitor = await asDana('/inbox?show=mentions')
    const { page } = visitor
    await row(page, 'which one is it?').click()
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByRole('menuitem', { name: 'Custom time…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Date and time').fill('2020-01-01T09:00')
    await dialog.getByRole('button', { name: 'Snooze' }).click()
    await dialog.getByText('Enter a time in the future.').waitFor()
    const at = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16)
    await dialog.getByLabel('Date and time').fill(at)
    await dialog.getByRole('button', { name: 'Snooze' }).click()
    await page.getByText(/^Snoozed until/).waitFor()
    await page.getByRole('heading', { name: 'No mentions' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await row(page, 'which one is it?').waitFor()
    await visitor.context.close()
  })

  it('marks all as read, and back', async () => {
    for (const title of ['Fourth', 'Fifth']) await add({ title, assignee: 'dana' })
    const visitor = await asDana('/inbox?show=mentions')
    const { page } = visitor
    await page.goto(`${scene.stage.url}/inbox`)
    await row(page, 'Fifth').waitFor()
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await page.getByText(/marked as read\./).waitFor()
    await becomes('none is unread', unread, 0)
    await page.getByRole('button', { name: 'Undo' }).click()
    await becomes('they are unread again', async () => (await unread()) > 0, true)
    await visitor.context.close()
  })

  it('notifies of failures and due dates', async () => {
    await add({ title: 'Match payments', queue: 'refunds', assignee: 'dana' })
    await (await claimFrom(scene.stage, 'docs-agent', 'refunds')).fail('Line 214 has 11 columns')
    const visitor = await asDana('/inbox?show=failures')
    const { page } = visitor
    await row(page, 'Match payments').waitFor()
    await page.getByText('Line 214 has 11 columns').waitFor()
    await visitor.context.close()
  })

  it('works on a phone, in a sheet with the same tools', async () => {
    const visitor = await asDana('/inbox?show=failures', { scheme: 'dark', width: 360 })
    const { page } = visitor
    await row(page, 'Match payments').tap()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('Line 214 has 11 columns').waitFor()
    await sheet.getByRole('button', { name: 'Mark as done' }).tap()
    await page.getByRole('heading', { name: 'No failures' }).waitFor()
    assert.deepEqual(visitor.faults, [])
    await visitor.context.close()
  })

  it('keeps what was done while the server does not answer, and says so', async () => {
    const visitor = await asDana('/inbox?show=tasks')
    const { page } = visitor
    await rows(page).first().waitFor()
    const before = await rows(page).count()
    await becomes(
      'it is read',
      async () => (await inboxOf(dana, '?kind=assignment'))[0]?.unread,
      false,
    )
    await page.route('**/api/inbox/ntf_*', (route) => route.abort())
    await page.keyboard.press('e')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
    await becomes('it is back', () => rows(page).count(), before)
    assert.equal(await page.getByText('Marked as done.').count(), 0)
    await page.unroute('**/api/inbox/ntf_*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await becomes('it is done', () => rows(page).count(), before - 1)
    await visitor.context.close()
  })

  it('shows an error where the list would be, and recovers', async () => {
    const visitor = await asDana('/')
    const { page } = visitor
    await page.route(/\/api\/inbox\?/, (route) => route.fulfill({ status: 500, body: '{}' }))
    await badge(page).click()
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.unrouteAll()
    await again.click()
    await rows(page).first().waitFor()
    await visitor.context.close()
  })

  it('asks for browser notifications only when they are switched on, and shows one with two tabs', async () => {
    const visitor = await asDana('/')
    const { context, page } = visitor
    await context.addInitScript(`
      globalThis.asked = 0
      globalThis.Notification = class extends EventTarget {
        static permission = localStorage.getItem('granted') ?? 'default'
        static async requestPermission() {
          globalThis.asked++
          localStorage.setItem('granted', 'granted')
          return (Notification.permission = 'granted')
        }
        constructor(title, options) {
          super()
          const shown = JSON.parse(localStorage.getItem('shown') ?? '[]')
          localStorage.setItem('shown', JSON.stringify([...shown, title + ': ' + options.body]))
        }
        close() {}
      }
      document.hasFocus = () => false`)
    await page.goto(`${scene.stage.url}/inbox`)
    await page.getByRole('button', { name: 'Inbox menu' }).click()
    assert.equal(await page.evaluate('globalThis.asked'), 0)
    await page.getByRole('menuitem', { name: 'Turn on browser notifications' }).click()
    await becomes('it was asked', () => page.evaluate('globalThis.asked'), 1)
    const second = await context.newPage()
    await second.goto(`${scene.stage.url}/`)
    const newest = 'task-service.inbox.alerted'
    await becomes(
      'both have looked',
      () => page.evaluate(`localStorage.getItem('${newest}') !== null`),
      true,
    )
    const task = await add({ title: 'Call the broker' })
    const body = `@[Dana](user:${danaId}) now?`
    await scene.stage.api<Comment>('POST', `/tasks/${task.id}/comments`, { body })
    const shown = () => page.evaluate<string>(`localStorage.getItem('shown')`)
    const wanted = JSON.stringify([`Mention: T-${task.number} Call the broker\n@Dana now?`])
    await becomes('one is shown', shown, wanted)
    await second.waitForTimeout(3_000)
    assert.equal(await shown(), wanted)
    await context.close()
  })
})
