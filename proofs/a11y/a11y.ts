// Verifies that every screen works with a keyboard and a screen reader: axe reports nothing serious, and every control can be
// reached without a mouse.
import {
  addFaults,
  type Finding,
  findAccessibilityFaults,
} from '../../tests/e2e/harness/accessibility.ts'
import { type Look, visit } from '../../tests/e2e/harness/browser.ts'
import { OPENED } from '../../tests/e2e/harness/opened-states.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { withDashboard } from '../../tests/harness/dashboard/open-dashboard.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`tests/e2e/screens.e2e.ts` checks every screen for the same violations on every change',
  budgetSeconds: 300,
  fullSizeForRelease: true,
  report: 'dashboard-a11y',
  covers: ['dashboard/src'],
  claim:
    'on every screen, light and dark, wide and narrow, axe reports nothing serious or critical, and every control can be reached by keyboard',
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
          // Colors on their way from one to another are no fault.
          await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
          await page.goto(`${stage.url}${screen.path(sample)}`)
          await screen.ready(page)
          if (control) await addFaults(page)
          note(`${screen.name} light ${width}`, await findAccessibilityFaults(page, 'everything'))
          await page.emulateMedia({ colorScheme: 'dark' })
          await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
          // The same elements in other colors; in full size everything is asked again all the same.
          const scope = full ? 'everything' : 'colors'
          note(`${screen.name} dark ${width}`, await findAccessibilityFaults(page, scope))
        }
        await context.close()
      }

      function note(view: string, { controls, faults }: Finding): void {
        for (const fault of faults) log(`${view}: ${fault}`)
        tally.controls += controls
        tally.faults += faults.length
        tally.views += 1
      }
    }),
}

type Tally = { views: number; controls: number; faults: number }
