// Without a pointer: everything has a name, every key is listed, every screen is two keys away, and everything is reachable.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { drawSample, takeSample } from '../harness/random/draw-sample.ts'
import { type Faults, visit } from './harness/browser.ts'
import { pressInTurn } from './harness/press-in-turn.ts'
import { fillStage, type Sample } from './harness/sample-data.ts'
import { becomes, open, type Scene, useScene } from './harness/scene.ts'
import { SCREENS } from './harness/screens.ts'
import { watchPage } from './harness/stands-still.ts'
import { tabThrough } from './harness/tab-through.ts'

const places = [
  ['h', '/', 'Home'],
  ['i', '/inbox', 'Inbox'],
  ['m', '/my-work', 'My work'],
  ['t', '/tasks', 'Tasks'],
  ['b', '/board', 'Board'],
  ['l', '/calendar', 'Calendar'],
  ['q', '/queues', 'Queues'],
  ['a', '/agents', 'Agents'],
  ['n', '/integrations', 'Integrations'],
  ['d', '/deliveries', 'Deliveries'],
  ['w', '/webhooks', 'Webhooks'],
  ['c', '/connectors', 'Connectors'],
  ['s', '/settings/users', 'Users'],
  ['r', '/reference', 'API reference'],
] as const

/** What opens beside a screen, and what is pressed until it is all there. */
const panels: { name: string; path: (sample: Sample) => string; presses: RegExp[] }[] = [
  { name: 'a new webhook', path: () => '/webhooks?new=1', presses: [/Add header/, /Add field/] },
  {
    name: 'a webhook that is edited',
    path: ({ webhook }) => `/webhooks/${webhook.id}?edit=1`,
    presses: [],
  },
  { name: 'a new agent', path: () => '/agents?new=1', presses: [] },
  { name: 'recovering', path: () => '/deliveries?recover=1', presses: [] },
  {
    name: 'a delivery that failed',
    path: () => '/deliveries?state=failed',
    presses: [/task\.completed/],
  },
  { name: 'a new user', path: () => '/settings/users', presses: [/^Add user/] },
  {
    name: 'a new password',
    path: () => '/settings/users',
    presses: [/^Actions for admin/, /^Change your password/],
  },
]

/** Screens that are gone through at the same time, each on a page of its own: most of it is waiting for a key to arrive. */
const WALKERS = 3

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const palette = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' })

async function run(page: Page, typed: string, option: string | RegExp): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k')
  await palette(page).fill(typed)
  await page.getByRole('option', { name: option, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await palette(page).waitFor({ state: 'detached' })
}

describe('the keyboard', () => {
  let sample: Sample
  const scene = useScene(async (stage) => {
    sample = await fillStage(stage)
  })

  it('finds places, tasks and actions by name in the palette', async () => {
    const page = await open(scene, '/')
    await page.getByText('Needs attention').first().waitFor()
    await run(page, 'webh', /^Webhooks/)
    await heading(page, 'Webhooks').waitFor()
    await run(page, `T-${sample.task.number}`, new RegExp(`T-${sample.task.number}$`))
    await heading(page, `T-${sample.task.number}`).waitFor()
    await run(page, 'change prio', /^Change priority/)
    await page.getByRole('listbox', { name: 'Change priority' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('ControlOrMeta+k')
    await palette(page).fill('zzz nothing of the kind')
    await page.getByText(/^No results\./).waitFor()
    await palette(page).fill('')
    await page.keyboard.press('Tab')
    await page.getByText('Only: actions').waitFor()
    await page.keyboard.press('Escape')
    await palette(page).waitFor({ state: 'detached' })
  })

  it('goes to every screen by g and a letter, and not while the user types', async () => {
    const page = await open(scene, '/webhooks')
    await heading(page, 'Webhooks').waitFor()
    for (const [letter, path, name] of places) {
      await pressInTurn(page, 'g', letter)
      await heading(page, name).waitFor()
      assert.equal(new URL(page.url()).pathname, `/ui${path}`)
    }
    await pressInTurn(page, 'g', 't')
    await heading(page, 'Tasks').waitFor()
    await page.keyboard.press('/')
    const field = page.getByRole('textbox', { name: 'Filter by text' })
    await field.and(page.locator(':focus')).waitFor()
    await page.keyboard.type('gb?')
    await becomes('the letters are text', () => field.inputValue(), 'gb?')
    await heading(page, 'Tasks').waitFor()
  })

  it('lists every key of the current screen', async () => {
    const page = await open(scene, '/tasks')
    await page.getByRole('grid').getByRole('link').first().waitFor()
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    for (const words of ['Next task', 'Extend selection', 'Peek', 'Priority', 'Undo', 'Webhooks']) {
      await sheet.getByText(words, { exact: true }).waitFor()
    }
    assert.equal(await sheet.getByText('Move to next column').count(), 0)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await open(scene, '/board')
    await page.getByRole('link', { name: sample.task.title }).first().waitFor()
    await page.keyboard.press('?')
    await sheet.getByText('Move to next column', { exact: true }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('changes color scheme and language, and remembers both', async () => {
    const page = await open(scene, '/tasks')
    await page.getByRole('grid').getByRole('link').first().waitFor()
    const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
    await run(page, 'dark', 'Switch to dark theme')
    await becomes('it is dark', scheme, 'dark')
    await run(page, 'deutsch', 'Auf Deutsch umstellen')
    await heading(page, 'Aufgaben').waitFor()
    await page.reload()
    await heading(page, 'Aufgaben').waitFor()
    assert.equal(await scheme(), 'dark')
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await page.getByRole('button', { name: /^Konto:/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitemradio', { name: 'English' }).focus()
    await page.keyboard.press('Enter')
    await heading(page, 'Tasks').waitFor()
    await page.keyboard.press('Escape')
    await run(page, 'light', 'Switch to light theme')
    await becomes('it is light', scheme, 'light')
  })

  it('would notice what only a pointer can use', async () => {
    const page = await open(scene, '/settings/general')
    await page.getByText('Time zone').first().waitFor()
    await page.evaluate(`(() => {
      const button = document.createElement('button')
      button.tabIndex = -1
      const place = document.createElement('div')
      place.style.cursor = 'pointer'
      for (const one of [button, place]) one.textContent = 'Pointers only'
      document.querySelector('main').append(button, place)
    })()`)
    const { unreached } = await tabThrough(page)
    assert.deepEqual(
      unreached.map((html) => html.slice(0, 4)),
      ['<but', '<div'],
    )
  })

  const walk = useWalkers(scene)

  describe('without a pointer', { concurrency: WALKERS }, () => {
    const screens = SCREENS.filter((one) => !one.asksConnector)
    for (const { name, path, ready } of takeSample(screens, drawSample(2))) {
      it(`reaches everything on ${name} with the Tab key and arrows`, () =>
        walk(path(sample), ready))
    }

    for (const { name, path, presses } of panels) {
      it(`reaches everything of ${name}`, () =>
        walk(path(sample), async (page) => {
          for (const words of presses) {
            const target = ['button', 'menuitem', 'link'] as const
            const [first, ...others] = target.map((role) => page.getByRole(role, { name: words }))
            await others
              .reduce((all, one) => all.or(one), first as Locator)
              .first()
              .click() // there is a first role
          }
          await page.getByRole('complementary').waitFor()
        }))
    }
  })

  // After the others, under whose keys the list of jobs would grow.
  describe('without a pointer, by way of a connector', { concurrency: WALKERS }, () => {
    for (const { name, path, ready } of SCREENS.filter((one) => one.asksConnector)) {
      it(`reaches everything on ${name} with the Tab key and arrows`, () =>
        walk(path(sample), ready))
    }
  })
})

/** Walks through screens, each on a page that no other test uses at the same time. */
function useWalkers(scene: Scene) {
  const free: (ReturnType<typeof watchPage> & { page: Page })[] = []
  const faults: Faults[] = []
  before(async () => {
    for (let count = 0; count < WALKERS; count++) {
      const { page, faults: own } = await visit(scene.browser, scene.stage)
      free.push({ page, ...watchPage(page) })
      faults.push(own)
    }
  })
  after(() => assert.deepEqual(faults.flat(), []))

  return async (path: string, ready: (page: Page) => Promise<unknown>): Promise<void> => {
    const walker = free.pop()
    assert.ok(walker, 'there are as many pages as tests at a time')
    const { page, standsStill } = walker
    try {
      await page.goto(`${scene.stage.url}${path}`)
      await ready(page)
      await standsStill()
      await reachesAll(page)
    } finally {
      free.push(walker)
    }
  }
}

async function reachesAll(page: Page): Promise<void> {
  const { count, stops, isModal, unreached } = await tabThrough(page)
  assert.deepEqual(unreached, [])
  const least = isModal ? 2 : 10
  assert.ok(count > least && stops > least, `only ${count} things to use and ${stops} stops`)
}
