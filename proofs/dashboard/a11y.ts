// Shows that people who use a keyboard or a screen reader can use every screen: axe finds nothing serious, and whatever
// can be clicked can be reached without a mouse.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { LOOKS, visit } from '../../tests/e2e/harness/browser.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { findUnreachable } from '../lib/dashboard/keyboard-reach.ts'
import { withDashboard } from '../lib/dashboard/open-dashboard.ts'
import type { Proof, Verdict } from '../proof.ts'

export const proof: Proof = {
  claim:
    'on every screen, in light and dark, wide and narrow, axe finds nothing serious or critical, and every control is reached by keyboard',
  hasControl: true,
  prove: ({ control, log }) =>
    withDashboard(async ({ stage, browser, sample }): Promise<Verdict> => {
      let faults = 0
      let views = 0
      let controls = 0
      for (const screen of SCREENS) {
        for (const look of LOOKS) {
          const { page, context } = await visit(browser, stage, look)
          await page.goto(`${stage.url}${screen.path(sample)}`)
          await screen.ready(page)
          if (control) await page.evaluate(spoil)
          const found = [...(await runAxe(page)), ...(await reach(page))]
          await context.close()
          for (const fault of found) log(`${screen.name} ${look.scheme} ${look.width}: ${fault}`)
          faults += found.length
          views += 1
        }
      }
      return {
        pass: faults === 0,
        figures: `${SCREENS.length} screens in ${views} views, ${controls} controls, ${faults} faults`,
      }

      async function reach(page: Page): Promise<string[]> {
        const { unreachable, count } = await findUnreachable(page)
        controls += count
        return unreachable
      }
    }),
}

async function runAxe(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
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
