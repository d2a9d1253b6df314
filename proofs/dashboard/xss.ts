// Shows that text stays text: payloads in everything that can be written, looked at wherever it is shown.
import { launchBrowser } from '../../tests/e2e/harness/browser.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { withDashboard } from '../lib/dashboard/open-dashboard.ts'
import { addressPlaces, joinPayloads, recordPlaces } from '../lib/dashboard/payload-places.ts'
import { plantPayloads } from '../lib/dashboard/plant-payloads.ts'
import { openWalk } from '../lib/dashboard/visit-places.ts'
import { CANARY, xssPayloads } from '../lib/dashboard/xss-payloads.ts'
import type { Proof, Verdict } from '../proof.ts'

const ADDRESS_MAX = 450
const NAME_MAX = 200
/** More than the program allows by itself: each payload has a webhook of its own. */
const env = { SERVICE_ACP_LIMIT_WEBHOOKS: '1000' }

export const proof: Proof = {
  claim:
    'payloads in every text and every address make no node, no dialog and no request on any screen, and the policy is not even needed',
  hasControl: true,
  prove: ({ full, control, log }) =>
    withDashboard(async ({ stage, sample }): Promise<Verdict> => {
      const payloads = xssPayloads()
      const planted = await plantPayloads(stage, payloads)
      const names = joinPayloads(payloads, NAME_MAX).map((name) => name.slice(0, NAME_MAX))
      const addresses = full ? payloads : joinPayloads(payloads, ADDRESS_MAX)
      const places = [...recordPlaces(planted, full), ...addresses.flatMap(addressPlaces)]
      log(`${payloads.length} payloads in ${planted.texts} texts and ${names.length} names`)
      const browser = await launchBrowser([`--host-resolver-rules=MAP ${CANARY} ~NOTFOUND`])
      try {
        const walk = await openWalk(browser, stage, control)
        for (const screen of SCREENS) await walk.load(screen.path(sample))
        for (const place of control ? places.slice(0, 5) : places) await walk.follow(place)
        // How the tenant is called stands on every screen.
        await walk.load('/settings/general')
        const called = names.filter((_, index) => !control && (full || index % 3 === 0))
        for (const name of called) {
          await stage.api('PATCH', '/settings', { name })
          await walk.reload(name)
        }
        const { suspects, faults, unseen, visited } = walk.gathered
        for (const lines of [suspects, faults, unseen])
          lines.slice(0, 12).forEach((line) => log(line))
        return {
          pass: suspects.length + faults.length + unseen.length === 0 && payloads.length >= 300,
          figures: `${payloads.length} payloads in ${planted.texts + names.length} texts and ${addresses.length} addresses of each kind, ${visited} pages: ${suspects.length} nodes from input, ${faults.length} dialogs, requests or breaches, ${unseen.length} pages that showed no payload`,
        }
      } finally {
        await browser.close()
      }
    }, env),
}
