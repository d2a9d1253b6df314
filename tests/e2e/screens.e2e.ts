// Every screen in every look: it shows its data, breaks no policy, asks nobody else, and does not scroll sideways.
// With SCREENSHOTS set to a folder, each is also kept as a picture.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { LOOKS, type Look, openBrowser, type Visit, visit } from './harness/browser.ts'
import { fillStage, type Sample } from './harness/sample-data.ts'
import { SCREENS, type Screen } from './harness/screens.ts'
import { joinStage, type Stage } from './harness/stage.ts'

const folder = process.env['SCREENSHOTS']

describe('every screen', () => {
  let stage: Stage
  let browser: Browser
  let sample: Sample
  /** One browser for each look, which goes from screen to screen as a person does. */
  const visits: (Visit & { look: Look })[] = []

  before(async () => {
    stage = await joinStage()
    browser = await openBrowser()
    sample = await fillStage(stage)
    for (const look of LOOKS) visits.push({ ...(await visit(browser, stage, look)), look })
    if (folder) mkdirSync(folder, { recursive: true })
  })
  after(async () => {
    await browser?.close()
    await stage?.close()
  })

  async function seeIn(screen: Screen, { page, faults, look }: (typeof visits)[number]) {
    await page.goto(`${stage.url}${screen.path(sample)}`)
    await screen.ready(page)
    const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
    if (folder) {
      await page.waitForTimeout(400) // panels have come to rest
      const name = `${screen.name}-${look.scheme}-${look.width}.png`
      await page.screenshot({ path: join(folder, name) })
    }
    assert.deepEqual(faults, [], `${look.scheme} ${look.width}`)
    assert.equal(wide, false, `${look.scheme} ${look.width}: scrolls sideways`)
  }

  for (const screen of SCREENS) {
    it(`${screen.name} in light and dark, wide and narrow`, async () => {
      // All four at once: while one waits for its data, another draws.
      await Promise.all(visits.map((one) => seeIn(screen, one)))
    })
  }
})
