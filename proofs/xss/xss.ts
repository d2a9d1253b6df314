// Verifies output escaping: XSS payloads in every field that can be written, checked wherever they are displayed.
import { launchBrowser } from '../../tests/e2e/harness/browser.ts'
import { SCREENS } from '../../tests/e2e/harness/screens.ts'
import { withDashboard } from '../../tests/harness/dashboard/open-dashboard.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { joinPayloads } from './join-payloads.ts'
import { addressPlaces, freshPlaces, recordPlaces } from './payload-places.ts'
import { plantPayloads } from './plant-payloads.ts'
import { openWalk } from './visit-places.ts'
import { CANARY, xssPayloads } from './xss-payloads.ts'

const ADDRESS_MAX = 450
const NAME_MAX = 200
/** At the small size every text still stands in some addresses, and every kind of address holds some texts. */
const PLACES_SHARE = 3
const NAMES_SHARE = 8
/** More than the program allows by default: each payload has its own webhook, template and schedule. */
const env = {
  SERVICE_ACP_LIMIT_WEBHOOKS: '1000',
  SERVICE_ACP_LIMIT_TEMPLATES: '1000',
  SERVICE_ACP_LIMIT_SCHEDULES: '1000',
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'every browser test fails on a Content Security Policy violation, and a lint rule forbids raw HTML',
  budgetSeconds: 300,
  report: 'dashboard-xss',
  covers: ['dashboard/src', 'server/src/http/ui'],
  claim:
    'XSS payloads in every text field and URL, in names of attachments, in custom fields, mentions, templates, schedules and import files create no element, dialog, request or Content Security Policy violation on any screen',
  hasControl: true,
  prove: ({ full, control, log }) =>
    withDashboard(async ({ stage, sample }): Promise<Verdict> => {
      const payloads = xssPayloads()
      const planted = await plantPayloads(stage, payloads)
      const names = joinPayloads(payloads, NAME_MAX).map((name) => name.slice(0, NAME_MAX))
      const called = full ? names : names.filter((_, index) => index % NAMES_SHARE === 0)
      const addresses = full ? payloads : joinPayloads(payloads, ADDRESS_MAX)
      const addressed = addresses.flatMap((text, index) =>
        addressPlaces(text).filter((_, place) => full || (place + index) % PLACES_SHARE === 0),
      )
      const places = [...recordPlaces(planted, full), ...addressed]
      log(`${payloads.length} payloads in ${planted.texts} texts and ${called.length} names`)
      const browser = await launchBrowser([`--host-resolver-rules=MAP ${CANARY} ~NOTFOUND`])
      try {
        const walk = await openWalk(browser, stage, control)
        for (const screen of SCREENS) await walk.load(screen.path(sample))
        for (const place of freshPlaces(planted)) await walk.open(place)
        for (const place of control ? places.slice(0, 5) : places) await walk.follow(place)
        // How the tenant is called stands on every screen.
        await walk.load('/settings/general')
        for (const name of control ? [] : called) {
          await stage.api('PATCH', '/settings', { name })
          await walk.reload(name)
        }
        const { suspects, faults, unseen, visited } = walk.gathered
        for (const lines of [suspects, faults, unseen])
          lines.slice(0, 12).forEach((line) => log(line))
        // A control that misses what one screen shows must not count: it passes, which no control may.
        if (control && unseen.length > 0) {
          return { figures: 'a careless page went unnoticed', criteria: [] }
        }
        return {
          figures: `${payloads.length} payloads in ${planted.texts + called.length} texts and ${addressed.length} addresses, ${visited} pages: ${suspects.length} nodes from input, ${faults.length} dialogs, requests or breaches, ${unseen.length} pages that showed no payload`,
          criteria: [
            none('nodes from input', suspects.length),
            none('dialogs, requests and policy violations', faults.length),
            none('pages without a payload', unseen.length),
            atLeast('payloads', payloads.length, 300),
          ],
        }
      } finally {
        await browser.close()
      }
    }, env),
}
