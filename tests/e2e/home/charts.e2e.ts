// The charts of Home: inside their card, complete hours only, one tooltip for both by pointer and keys, and a still layout.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { findAccessibilityFaults } from '../harness/accessibility.ts'
import { becomes, open, useScene } from '../harness/scene.ts'
import { addPastCompletions } from './past-completions.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Created and completed' })
const chart = (page: Page) => card(page).getByRole('slider')
const tip = (page: Page) => card(page).locator('[data-tip]')

const MOST_SHIFT = 0.02
const WATCH_SHIFTS = `(() => {
  if (globalThis.shift !== undefined) return
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) globalThis.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
})()`

type Box = { x: number; y: number; width: number; height: number }

async function boxOf(one: Locator): Promise<Box> {
  const box = await one.boundingBox()
  assert.ok(box)
  return box
}

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width + 0.5 &&
  inner.y + inner.height <= outer.y + outer.height + 0.5

describe('the charts of home', () => {
  const scene = useScene((stage) => addPastCompletions(stage, [5, 4, 4, 3, 2, 1, 0]))

  for (const [width, height] of [
    [360, 740],
    [1280, 900],
    [1920, 1080],
  ] as const) {
    it(`stay inside their card at ${width} px, and nothing moves while they load`, async () => {
      const { page } = scene
      await page.setViewportSize({ width, height })
      await page.addInitScript(WATCH_SHIFTS)
      await open(scene, '/')
      await card(page).locator('canvas').nth(1).waitFor()
      const outer = await boxOf(card(page))
      for (const canvas of await card(page).locator('canvas').all()) {
        assert.ok(isInside(await boxOf(canvas), outer), JSON.stringify(outer))
      }
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width)
      const clipped = await page.evaluate<string[]>(CLIPPED)
      assert.deepEqual(clipped, [])
      const shift = await page.evaluate<number>('globalThis.shift')
      assert.ok(shift <= MOST_SHIFT, `layout shift ${shift}`)
    })
  }

  it('end at the last full hour', async () => {
    const { page } = scene
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(scene, '/')
    await chart(page).focus()
    const text = (await chart(page).getAttribute('aria-valuetext')) ?? ''
    const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
    assert.ok(text.includes(`–${hour.toISOString().slice(11, 16)}: `), text)
    assert.match(text, /0 created, 1 completed/)
    assert.equal(await chart(page).getAttribute('aria-valuemax'), '23')
  })

  it('show one tooltip for both, by arrow keys and by the pointer', async () => {
    const page = await open(scene, '/')
    await chart(page).focus()
    await tip(page).waitFor()
    const last = await tip(page).innerText()
    await page.keyboard.press('ArrowLeft')
    await becomes('the tooltip', async () => (await tip(page).innerText()) !== last, true)
    assert.match(
      await tip(page).innerText(),
      /Created[\s\S]*Completed[\s\S]*Median[\s\S]*25th–90th/,
    )
    await page.keyboard.press('Home')
    assert.equal(await chart(page).getAttribute('aria-valuenow'), '1')
    await page.locator('h1').click()
    await tip(page).waitFor({ state: 'detached' })
    const times = await boxOf(card(page).locator('[data-plot="times"]'))
    await page.mouse.move(times.x + times.width / 2, times.y + 20)
    await tip(page).waitFor()
    assert.ok(isInside(await boxOf(tip(page)), await boxOf(card(page))))
  })

  it('have no serious accessibility fault, and neither has the rest of home', async () => {
    const { page } = scene
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open(scene, '/')
      await card(page).locator('canvas').nth(1).waitFor()
      const { faults } = await findAccessibilityFaults(page, 'everything')
      assert.deepEqual(faults, [], colorScheme)
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('have the same values in a table', async () => {
    const page = await open(scene, '/')
    await chart(page).waitFor()
    const table = card(page).getByRole('table')
    assert.equal(await table.getByRole('row').count(), 24)
    const completed = await table.locator('tbody tr > :nth-child(3)').allTextContents()
    assert.equal(
      completed.reduce((sum, text) => sum + Number(text), 0),
      6,
    )
  })
})

/** Texts that do not fit and have no ellipsis. */
const CLIPPED = `[...document.querySelectorAll('main :is(a, span, b, small, p)')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0)
  .filter((one) => getComputedStyle(one).overflow === 'hidden' && getComputedStyle(one).textOverflow !== 'ellipsis')
  .filter((one) => !one.closest('.hidden-text'))
  .map((one) => one.textContent)`
