// Scrolls a list as a wheel does and counts the frames that came late.
import type { Page } from 'playwright-core'

export type Frames = { total: number; dropped: number; rows: number }

/** A frame that took longer than one and a half of the usual was dropped once for each further one it covers. */
export async function measureScroll(page: Page, forMs: number): Promise<Frames> {
  await page.evaluate(`(() => {
    const stamps = []
    const tick = (at) => { stamps.push(at); globalThis.keepCounting && requestAnimationFrame(tick) }
    globalThis.keepCounting = true
    globalThis.frameStamps = stamps
    requestAnimationFrame(tick)
  })()`)
  await page.mouse.move(600, 500)
  const end = performance.now() + forMs
  let travelled = 0
  while (performance.now() < end) {
    await page.mouse.wheel(0, 240)
    travelled += 240
    await page.waitForTimeout(16)
  }
  const stamps = await page.evaluate<number[]>(
    `(globalThis.keepCounting = false, globalThis.frameStamps)`,
  )
  const gaps = stamps.slice(1).map((at, index) => at - (stamps[index] ?? at))
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 16.7
  const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / usual) - 1), 0)
  return {
    total: gaps.length + late,
    dropped: late / (gaps.length + late),
    rows: Math.round(travelled / 38),
  }
}
