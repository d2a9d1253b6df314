// Goes through a page with the Tab key, and reports what could not be reached.
import type { Page } from 'playwright-core'
import { pressInTurn } from './press-in-turn.ts'

/** More than any screen has. */
const MOST = 800
/**
 * Pressed between two checks of the focus: past the end only known elements get it again. Sent together, which takes half the
 * time of waiting for each.
 */
const KEYS: readonly string[] = Array.from({ length: 10 }, () => 'Tab')

export type Walk = {
  /** What can be used on the page. */
  count: number
  /** What took the focus on the way. */
  stops: number
  /** A dialog was open, and only that was looked at. */
  isModal: boolean
  unreached: string[]
}

export async function tabThrough(page: Page): Promise<Walk> {
  await page.evaluate(`(() => {
    globalThis.stops = []
    document.addEventListener('focusin', ({ target }) => globalThis.stops.push(target))
  })()`)
  // It may begin in the middle, where a panel took the focus, and passes by the end of the document on its way round.
  for (let presses = 0; presses < MOST; presses += KEYS.length) {
    await pressInTurn(page, ...KEYS)
    const isRound = await page.evaluate<boolean>(
      'globalThis.stops.lastIndexOf(globalThis.stops[0]) > 0',
    )
    if (isRound) return judge(page)
  }
  throw new Error(`the Tab key found no end in ${MOST} presses`)
}

/**
 * An element counts as reached when it took the focus itself, or when it lies in a widget that has one stop for all its
 * parts and moves among them with the arrow keys, and that stop was taken.
 */
function judge(page: Page): Promise<Walk> {
  return page.evaluate<Walk>(`(() => {
    const stops = new Set(globalThis.stops)
    const usable = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [contenteditable="true"], ' +
      ['button', 'link', 'checkbox', 'tab', 'menuitem', 'option', 'radio', 'switch', 'combobox', 'slider', 'textbox']
        .map((role) => '[role="' + role + '"]').join(', ')
    const composite = ['grid', 'tablist', 'radiogroup', 'menu', 'listbox', 'tree']
      .map((role) => '[role="' + role + '"]').join(', ')
    const isSeen = (element) => {
      const { width, height } = element.getBoundingClientRect()
      // What a closed <details> holds has a size, but is not there.
      return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest('[inert], [hidden]')
    }
    const looksUsable = (element) =>
      element.matches(usable) ||
      (getComputedStyle(element).cursor === 'pointer' &&
        (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer'))
    const hasStop = (element) => [...stops].some((stop) => element.contains(stop))
    const isReached = (element) => {
      const whole = element.closest(usable) ?? element
      if (hasStop(whole)) return true
      const label = element.closest('label') ?? element.querySelector(':scope > label')
      if (label && (hasStop(label) || stops.has(label.control))) return true
      const widget = element.closest(composite)
      if (widget !== null && hasStop(widget)) return true
      // Backspace in a field removes its pills.
      const pills = element.matches('.mantine-Pill-remove') ? element.closest('.mantine-PillsInput-input') : null
      return pills !== null && hasStop(pills)
    }
    // Behind a modal dialog nothing can be used.
    const modal = [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].findLast(isSeen)
    const all = [...(modal ?? document.body).querySelectorAll('*')].filter(
      (element) => isSeen(element) && looksUsable(element) && !element.matches(':disabled, :disabled *'),
    )
    const unreached = all.filter((element) => !isReached(element)).map((element) => element.outerHTML.slice(0, 160))
    return { count: all.length, stops: stops.size, isModal: modal !== undefined, unreached }
  })()`)
}
