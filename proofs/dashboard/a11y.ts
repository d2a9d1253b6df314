// Shows that people who use a keyboard or a screen reader can use every screen: axe finds nothing serious, and whatever
// can be clicked can be reached without a mouse.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { type Look, visit } from '../../tests/e2e/harness/browser.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { none } from '../criteria.ts'
import { findUnreachable } from '../lib/dashboard/keyboard-reach.ts'
import { withDashboard } from '../lib/dashboard/open-dashboard.ts'
import { OPENED } from '../lib/dashboard/opened-states.ts'
import type { Proof, Verdict } from '../proof.ts'

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 120,
  fullSizeForRelease: true,
  report: 'dashboard-a11y',
  covers: ['dashboard/src'],
  claim:
    'on every screen, in light and dark, wide and narrow, axe finds nothing serious or critical, and every control is reached by keyboard',
  hasControl: true,
  prove: ({ full, control, log }) =>
    withDashboard(async ({ stage, browser, sample }): Promise<Verdict> => {
      const tally: Tally = { views: 0, controls: 0, faults: 0 }
      // Each width has a page of its own, so that two processors have something to do.
      await Promise.all([lookAt(1280), lookAt(360)])
      return {
        figures: `${SCREENS.length} screens and ${OPENED.length} opened states in ${tally.views} views, ${tally.controls} controls, ${tally.faults} faults`,
        criteria: [none('accessibility faults', tally.faults)],
      }

      async function lookAt(width: Look['width']): Promise<void> {
        const { page, context } = await visit(browser, stage, { scheme: 'light', width })
        context.setDefaultTimeout(30_000)
        // In the small size what opens is looked at in one width, by turns.
        const states = OPENED.filter((_, index) => full || (index % 2 === 0) === (width === 1280))
        for (const screen of [...SCREENS, ...states]) {
          // Colours on their way from one to another are nobody's fault.
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
          await page.goto(`${stage.url}${screen.path(sample)}`)
          await screen.ready(page)
          if (control) await page.evaluate(spoil)
          const { unreachable, count } = await findUnreachable(page)
          tally.controls += count
          note(screen.name, `light ${width}`, [...(await runAxe(page)), ...unreachable])
          await page.emulateMedia({ colorScheme: 'dark' })
          await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
          // The same elements in other colours; in full size everything is asked again all the same.
          note(screen.name, `dark ${width}`, await runAxe(page, full ? undefined : COLOUR_RULES))
        }
        await context.close()
      }

      function note(name: string, look: string, faults: readonly string[]): void {
        for (const fault of faults) log(`${name} ${look}: ${fault}`)
        tally.faults += faults.length
        tally.views += 1
      }
    }),
}

type Tally = { views: number; controls: number; faults: number }

/** What axe says about colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']

async function runAxe(page: Page, rules?: string[]): Promise<string[]> {
  // There is no frame inside, and the usual way opens a blank page for every question.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  if (rules) axe.withRules(rules)
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.html.slice(0, 160)}`),
    )
}

/** The control: text too pale to read, and a button that only a mouse finds. */
const spoil = `(() => {
  const pale = document.createElement('p')
  pale.textContent = 'too pale to read'
  pale.style.color = '#cccccc'
  pale.style.background = '#ffffff'
  const trap = document.createElement('div')
  trap.textContent = 'mouse only'
  trap.style.cursor = 'pointer'
  document.querySelector('main')?.append(pale, trap)
})()`
