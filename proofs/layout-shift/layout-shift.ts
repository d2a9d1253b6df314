// Verifies that what is on a screen stays where it is while the rest of it arrives.
import type { Page } from 'playwright-core'
import { type Look, visit } from '../../tests/e2e/harness/browser.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { watchPage } from '../../tests/e2e/harness/stands-still.ts'
import { withDashboard } from '../../tests/harness/dashboard/open-dashboard.ts'
import { atMost } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'

const MOST = 0.02
/** Responses arrive one after the other, as they do from a server that is further away. */
const DELAY_MS = 120

export const proof: Proof = {
  tier: 'release',
  tierReason: 'loads every screen by its URL in three widths',
  budgetSeconds: 360,
  report: 'layout-shift',
  covers: ['dashboard/src'],
  claim: `the layout shift of every screen while it loads is at most ${MOST}, at 360, 1280 and 1920 pixels`,
  hasControl: true,
  prove: ({ control, log }) =>
    withDashboard(async ({ stage, browser, sample }): Promise<Verdict> => {
      const shifts: { view: string; shift: number }[] = []
      // One after the other: a page that has to wait for the machine draws its parts at other times than a user sees.
      for (const width of [1280, 360, 1920] as const) await measureAll(width)
      const worst = shifts.toSorted((one, other) => other.shift - one.shift)
      for (const { view, shift } of worst.slice(0, 8)) log(`${shift.toFixed(4)} ${view}`)
      const { view = 'none', shift = Infinity } = worst[0] ?? {}
      return {
        figures: `${shifts.length} views of ${SCREENS.length} screens, layout shift at most ${shift.toFixed(4)} (${view}, ≤ ${MOST})`,
        criteria: [
          ...worst
            .filter((one) => one.shift > MOST)
            .map((one) => atMost(`layout shift of ${one.view}`, one.shift, MOST)),
          atMost('largest layout shift', shift, MOST),
        ],
      }

      async function measureAll(width: Look['width']): Promise<void> {
        const { page, context } = await visit(browser, stage, { scheme: 'light', width })
        context.setDefaultTimeout(30_000)
        const watched = watchPage(page)
        await page.addInitScript(SUM_SHIFTS)
        if (control) await page.addInitScript(PUSH_DOWN)
        await page.route('**/ui/api/**', async (route) => {
          await new Promise((done) => setTimeout(done, DELAY_MS))
          await route.continue().catch(() => undefined)
        })
        for (const screen of SCREENS) {
          await page.goto(`${stage.url}${screen.path(sample)}`)
          await screen.ready(page)
          await watched.standsStill()
          shifts.push({ view: `${screen.name} ${width}`, shift: await readShift(page) })
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' })
        await context.close()
      }
    }),
}

/** The largest burst, as browsers report it: at most five seconds long, with less than a second between two shifts. */
const SUM_SHIFTS = `(() => {
  globalThis.layoutShift = 0
  let sum = 0
  let first = 0
  let last = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime } of list.getEntries()) {
      if (hadRecentInput) continue
      if (startTime - last > 1000 || startTime - first > 5000) {
        sum = 0
        first = startTime
      }
      sum += value
      last = startTime
      globalThis.layoutShift = Math.max(globalThis.layoutShift, sum)
    }
  }).observe({ type: 'layout-shift', buffered: true })
})()`

/** The control: a bar that arrives late and pushes the page down. */
const PUSH_DOWN = `addEventListener('DOMContentLoaded', () => setTimeout(() => {
  const bar = document.createElement('div')
  bar.style.height = '120px'
  document.body.prepend(bar)
}, 300))`

const readShift = (page: Page) => page.evaluate<number>('globalThis.layoutShift')
