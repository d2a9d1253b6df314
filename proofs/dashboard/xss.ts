// Shows that text stays text: payloads in everything that can be written, looked at on every screen.
import type { Page } from 'playwright-core'
import { launchBrowser, visit } from '../../tests/e2e/harness/browser.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { withDashboard } from '../lib/dashboard/open-dashboard.ts'
import { plantPayloads } from '../lib/dashboard/plant-payloads.ts'
import { CANARY, MARK, xssPayloads } from '../lib/dashboard/xss-payloads.ts'
import type { Proof, Verdict } from '../proof.ts'

/** Each task's own page is opened for this many of the payloads in the small size, spread over all of them. */
const CI_PAGES = 40

export const proof: Proof = {
  claim:
    'payloads in every text field make no node, no dialog and no request on any screen, and the policy is not even needed',
  hasControl: true,
  prove: ({ full, control, log }) =>
    withDashboard(async ({ stage, sample }): Promise<Verdict> => {
      const payloads = xssPayloads()
      log(`${payloads.length} payloads`)
      const { tasks, webhook, texts } = await plantPayloads(stage, payloads)
      stage.receiver.answer = 500
      const browser = await launchBrowser([`--host-resolver-rules=MAP ${CANARY} ~NOTFOUND`])
      try {
        const { page, faults } = await visit(browser, stage, { scheme: 'light', width: 1280 })
        const every = full ? 1 : Math.ceil(tasks.length / CI_PAGES)
        const pages = [
          ...SCREENS.map((screen) => screen.path({ ...sample, webhook })),
          ...tasks
            .filter((_, index) => index % every === 0)
            .map(({ number }) => `/tasks/T-${number}`),
        ]
        let nodes = 0
        for (const path of pages) {
          await page.goto(`${stage.url}${path}`)
          await page.locator('h1').first().waitFor()
          if (control) await page.evaluate(asMarkup(payloads.slice(0, 40)))
          nodes += await settleAndCount(page)
        }
        for (const fault of faults.slice(0, 20)) log(fault)
        return {
          pass: nodes === 0 && faults.length === 0 && payloads.length >= 300,
          figures: `${payloads.length} payloads in ${texts} texts on ${pages.length} pages: ${nodes} nodes from input, ${faults.length} dialogs, requests or breaches`,
        }
      } finally {
        await browser.close()
      }
    }),
}

/** Lists draw what is in sight, so everything is brought into sight once. */
async function settleAndCount(page: Page): Promise<number> {
  await page.waitForTimeout(150)
  let nodes = await countMarked(page)
  for (let step = 0; step < 12; step++) {
    const moved = await page.evaluate<boolean>(`(() => {
      const places = [...document.querySelectorAll('*')].filter((one) => one.scrollHeight > one.clientHeight + 40 && one.clientHeight > 200)
      let moved = false
      for (const place of places) {
        const before = place.scrollTop
        place.scrollTop += place.clientHeight
        moved ||= place.scrollTop !== before
      }
      return moved
    })()`)
    if (!moved) break
    await page.waitForTimeout(60)
    nodes += await countMarked(page)
  }
  return nodes
}

const countMarked = (page: Page): Promise<number> => page.locator(`.${MARK}`).count()

/** The control: what a careless page would do with the same texts. */
const asMarkup = (payloads: readonly string[]): string => `(() => {
  const parsed = new DOMParser().parseFromString(${JSON.stringify(payloads.join(''))}, 'text/html')
  document.body.append(...parsed.body.children)
})()`
