// Scrolls a list as a wheel does and counts the frames that came late or showed nothing.
import type { Page } from 'playwright-core'

export type Frames = {
  total: number
  /** The share of them that never came, or came without a row in the middle of the list. */
  dropped: number
  rows: number
  /** Most rows the page held at any time. */
  drawn: number
}

type Seen = { stamps: number[]; blank: number; drawn: number }

/** Sixty a second. Whatever the machine makes of it is not asked: a list that is always slow would look smooth. */
const FRAME_MS = 1_000 / 60
const ROW_PX = 38
const WHEEL_PX = 240
const PLACE = { x: 600, y: 500 }

/** A frame that took longer than one and a half of its time was dropped once for each further one it covers. */
export async function measureScroll(page: Page, forMs: number): Promise<Frames> {
  await page.mouse.move(PLACE.x, PLACE.y)
  const from = await readPlace(page)
  await page.evaluate(`(() => {
    const seen = { stamps: [], blank: 0, drawn: 0, isOn: true }
    globalThis.seenFrames = seen
    const tick = (at) => {
      if (!seen.isOn) return
      seen.stamps.push(at)
      if (!document.elementFromPoint(${PLACE.x}, ${PLACE.y})?.closest('[role="row"]')) seen.blank++
      seen.drawn = Math.max(seen.drawn, document.querySelectorAll('[role="row"]').length)
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
  })()`)
  const end = performance.now() + forMs
  while (performance.now() < end) {
    await page.mouse.wheel(0, WHEEL_PX)
    await page.waitForTimeout(FRAME_MS)
  }
  const { stamps, blank, drawn } = await page.evaluate<Seen>(
    `(globalThis.seenFrames.isOn = false, globalThis.seenFrames)`,
  )
  const gaps = stamps.slice(1).map((at, index) => at - (stamps[index] ?? at))
  const late = gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / FRAME_MS) - 1), 0)
  const total = gaps.length + late
  return {
    total,
    dropped: (late + blank) / total,
    rows: Math.round(((await readPlace(page)) - from) / ROW_PX),
    drawn,
  }
}

/** How far the list has been scrolled, whichever of its boxes does it. */
const readPlace = (page: Page) =>
  page.evaluate<number>(`(() => {
    const list = document.querySelector('[role="grid"]')
    return list.scrollTop + list.parentElement.scrollTop
  })()`)
