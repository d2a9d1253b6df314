// What on a page can be clicked, and which of it no key reaches.
import type { Page } from 'playwright-core'

export type Reach = { count: number; unreachable: string[] }

/**
 * Whatever looks clickable must be focusable itself, lie in something that is, or belong to a widget that moves a focus of
 * its own (lists, menus, tabs, grids). The look is the oracle because a handler cannot be seen from outside.
 */
export async function findUnreachable(page: Page): Promise<Reach> {
  return page.evaluate<Reach>(`(() => {
    const focusable = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable="true"]'
    const composite = '[role="listbox"], [role="menu"], [role="tablist"], [role="grid"], [role="radiogroup"], [role="tree"]'
    const visible = (element) => {
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      return box.width > 0 && box.height > 0 && style.visibility !== 'hidden'
    }
    const reachable = (element) => {
      const own = element.closest(focusable)
      if (own && (own.tabIndex >= 0 || own.closest(composite))) return true
      const inner = [...element.querySelectorAll(focusable)].some((one) => one.tabIndex >= 0)
      // What stands around a label acts on the field of that label, which a key can reach.
      const around = element.querySelector(':scope > label')?.control
      const labeled = element.closest('label') !== null || (around && around.tabIndex >= 0)
      return inner || element.closest(composite) !== null || labeled
    }
    const all = [...document.body.querySelectorAll('*')].filter(visible)
    const clickable = all.filter((element) =>
      element.matches('a, button, [role="button"], [role="link"], [role="checkbox"], [role="tab"]') ||
      (getComputedStyle(element).cursor === 'pointer' &&
        (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer')))
    const unreachable = clickable
      .filter((element) => !element.matches(':disabled') && !reachable(element))
      .map((element) => 'not reached by keyboard: ' + element.outerHTML.slice(0, 160))
    return { count: clickable.length, unreachable }
  })()`)
}
