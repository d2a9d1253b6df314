// Waits until a page has got what it asked for and shows it: keys go through what stands still.
import type { Page, Request } from 'playwright-core'

const LOOKS = 3
const BETWEEN_MS = 50
const DEADLINE_MS = 20_000

/** To be called before the page is opened; what it gives back waits. */
export function watchPage(page: Page): { standsStill: () => Promise<void> } {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    // A document that is left takes its requests with it.
    if (request.isNavigationRequest()) asked.clear()
    // The live stream never ends.
    if (!request.url().includes('/events/stream')) asked.add(request)
  })
  page.on('requestfinished', (request) => void asked.delete(request))
  page.on('requestfailed', (request) => void asked.delete(request))
  const count = () => page.locator('a[href], button, input, textarea, [tabindex]').count()
  return {
    async standsStill() {
      const end = performance.now() + DEADLINE_MS
      for (let before = -1, alike = 0; alike < LOOKS; ) {
        const now = await count()
        alike = now === before && asked.size === 0 ? alike + 1 : 0
        before = now
        if (performance.now() > end)
          throw new Error(`waits for ${[...asked].map(addressOf).join(', ')}`)
        await page.waitForTimeout(BETWEEN_MS)
      }
    },
  }
}

const addressOf = (request: Request): string => request.url()
