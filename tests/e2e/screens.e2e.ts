// Every screen and what opens on it, in every look: it shows its data, breaks no policy, sends no request elsewhere, does not
// scroll sideways and has no accessibility fault. With SCREENSHOTS set to a folder, each is also saved as an image.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { addFaults, findAccessibilityFaults, type Scope } from './harness/accessibility.ts'
import { type Look, openBrowser, type Visit, visit } from './harness/browser.ts'
import { OPENED } from './harness/opened-states.ts'
import { fillStage, type Sample } from './harness/sample-data.ts'
import { goInside, joinStage } from './harness/scene.ts'
import { SCREENS, type Screen } from './harness/screens.ts'
import type { Stage } from './harness/stage.ts'

const folder = process.env['SCREENSHOTS']
/** Pictures are also taken of a wide screen, to be looked at. */
const WIDTHS = folder ? ([1280, 360, 1920] as const) : ([1280, 360] as const)

type Go = typeof goInside

const load: Go = async (page, url, path) => void (await page.goto(`${url}${path}`))

describe('every screen', () => {
  let stage: Stage
  let browser: Browser
  let sample: Sample
  /** One page for each width, which goes from screen to screen as a person does. */
  const visits: (Visit & { width: Look['width'] })[] = []

  before(async () => {
    stage = await joinStage()
    browser = await openBrowser()
    sample = await fillStage(stage)
    for (const width of WIDTHS) {
      visits.push({ ...(await visit(browser, stage, { scheme: 'light', width })), width })
    }
    if (folder) mkdirSync(folder, { recursive: true })
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  async function show({ page }: Visit, screen: Screen, go: Go): Promise<void> {
    // Colors on their way from one to another are no fault.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await go(page, stage.url, screen.path(sample))
    await screen.ready(page)
  }

  async function lookAt(
    screen: Screen,
    { width, ...one }: (typeof visits)[number],
    go: Go,
    hasDark = true,
  ): Promise<void> {
    await show(one, screen, go)
    await judge(one, `${screen.name}-light-${width}`, 'everything')
    if (!hasDark) return
    await one.page.emulateMedia({ colorScheme: 'dark' })
    await one.page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
    await judge(one, `${screen.name}-dark-${width}`, 'colors')
  }

  // In dark in one width, by turns: the same elements have the same colors. In both for pictures, and in `prove a11y`.
  for (const [order, screen] of SCREENS.entries()) {
    it(`${screen.name} in light and dark, wide and narrow`, async () => {
      const turn = folder === undefined ? order % WIDTHS.length : undefined
      // Both at once: while one waits for its data, the other draws.
      await Promise.all(
        visits.map((one, index) =>
          lookAt(screen, one, goInside, turn === undefined || index === turn),
        ),
      )
    })
  }

  // In one width, by turns; in both when `npm run prove -- a11y` runs for a release.
  for (const [index, width] of WIDTHS.entries()) {
    describe(`what opens on ${width} pixels`, () => {
      const states = OPENED.filter((_, order) => order % WIDTHS.length === index)
      for (const state of states) {
        it(`${state.name} in light and dark`, async () => {
          const [one] = visits.filter((candidate) => candidate.width === width)
          assert.ok(one)
          // Loaded: what was opened or selected before may outlast its screen.
          await lookAt(state, one, load)
        })
      }
    })
  }

  it('would notice pale text and what only a pointer can use', async () => {
    // A screen that nothing changes during the test.
    const screen = SCREENS.find(({ name }) => name === 'settings-general')
    const [one] = visits
    assert.ok(screen && one)
    await show(one, screen, load)
    await addFaults(one.page)
    const { faults } = await findAccessibilityFaults(one.page, 'everything')
    const kinds = faults.map((fault) => fault.split(':')[0])
    assert.deepEqual(new Set(kinds), new Set(['color-contrast', 'not reached by keyboard']))
  })
})

async function judge({ page, faults }: Visit, name: string, scope: Scope): Promise<void> {
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) })
  const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
  const found = await findAccessibilityFaults(page, scope)
  assert.deepEqual(faults, [], name)
  assert.equal(isWide, false, `${name} scrolls sideways`)
  assert.deepEqual(found.faults, [], name)
}
