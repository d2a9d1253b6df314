// Shows that the list stays quick with 100,000 tasks: first paint, frames while scrolling, and how much script it takes.
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { visit } from '../../tests/e2e/harness/browser.ts'
import type { Stage } from '../../tests/e2e/harness/stage.ts'
import { withDashboard } from '../lib/dashboard/open-dashboard.ts'
import { measureScroll } from '../lib/dashboard/scroll-frames.ts'
import type { Proof, Verdict } from '../proof.ts'

const PAINT_MS = 1_500
const DROPPED = 0.05
const SCRIPT_KB = 250

export const proof: Proof = {
  claim: `with 100,000 tasks the list paints within ${PAINT_MS} ms, scrolling drops at most 5 % of frames, and its script is at most ${SCRIPT_KB} kB (gzip)`,
  hasControl: false,
  prove: ({ full, log }) =>
    withDashboard(async ({ stage, browser }): Promise<Verdict> => {
      const count = full ? 100_000 : 20_000
      await fill(stage, count)
      log(`${count} tasks`)
      const { page, context, faults } = await visit(browser, stage, {
        scheme: 'light',
        width: 1440,
      })
      const script = watchScript(page)
      const paints: number[] = []
      for (let run = 0; run < 5; run++) paints.push(await paintMs(page, `${stage.url}/tasks`))
      const scriptKb = Math.round(script.firstVisitBytes() / 1_000)
      const frames = await measureScroll(page, full ? 20_000 : 6_000)
      await context.close()
      const paint = paints.toSorted((a, b) => a - b)[Math.floor(paints.length / 2)] ?? Infinity
      log(`paints ${paints.map(Math.round).join(', ')} ms; ${frames.rows} rows passed by`)
      const pass =
        paint <= PAINT_MS &&
        frames.dropped <= DROPPED &&
        scriptKb <= SCRIPT_KB &&
        faults.length === 0
      return {
        pass,
        figures: `${count.toLocaleString('en')} tasks: first rows after ${Math.round(paint)} ms (≤ ${PAINT_MS}), ${(frames.dropped * 100).toFixed(1)} % of ${frames.total} frames dropped (≤ 5), ${scriptKb} kB script (≤ ${SCRIPT_KB})`,
      }
    }),
}

async function fill(stage: Stage, count: number): Promise<void> {
  const BATCH = 500
  for (let made = 0; made < count; made += BATCH) {
    const items = Array.from({ length: BATCH }, (_, index) => ({
      create: {
        title: `Check container ${made + index} before the gate closes`,
        priority: ['urgent', 'high', 'normal', 'low'][index % 4],
        labels: index % 3 === 0 ? ['customs'] : [],
      },
    }))
    await stage.api('POST', '/tasks/bulk', { items })
  }
}

/** From the request for the page to the first frame in which rows stand. */
async function paintMs(page: Page, url: string): Promise<number> {
  await page.goto('about:blank')
  const started = performance.now()
  await page.goto(url, { waitUntil: 'commit' })
  await page
    .getByText(/Check container/)
    .first()
    .waitFor()
  return performance.now() - started
}

function watchScript(page: Page): { firstVisitBytes(): number } {
  const sizes = new Map<string, number>()
  page.on('response', (response) => {
    const url = response.url()
    if (!url.endsWith('.js') || sizes.has(url)) return
    sizes.set(url, 0)
    void response.body().then((body) => sizes.set(url, gzipSync(body, { level: 9 }).length))
  })
  return { firstVisitBytes: () => [...sizes.values()].reduce((sum, size) => sum + size, 0) }
}
