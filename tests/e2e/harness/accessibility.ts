// What keeps people who use a keyboard or a screen reader from using the page that is shown, in one line per fault.
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { findUnreachable } from './keyboard-reach.ts'

/** `colors` asks only what can differ between light and dark, where the elements are the same. */
export type Scope = 'everything' | 'colors'

export type Finding = { controls: number; faults: string[] }

/** Those that take longest of the rules whose violations axe calls moderate or minor, which do not count. */
const UNCOUNTED_RULES = ['region', 'landmark-unique', 'landmark-one-main', 'aria-allowed-role']

const COLOR_RULES = ['color-contrast', 'link-in-text-block']

export async function findAccessibilityFaults(page: Page, scope: Scope): Promise<Finding> {
  if (scope === 'colors') return { controls: 0, faults: await runAxe(page, COLOR_RULES) }
  const { count, unreachable } = await findUnreachable(page)
  return { controls: count, faults: [...(await runAxe(page)), ...unreachable] }
}

/** All rules unless some are named; what counts is serious or critical. */
async function runAxe(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Once for each document: it is half a megabyte to compile.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(axe.source)
  const options = {
    // The other kinds of results are counted only, which takes half the time.
    resultTypes: ['violations'],
    // Needed by two rules only: one is experimental and off, the other less than serious.
    preload: false,
    ...(rules
      ? { runOnly: { type: 'rule', values: rules } }
      : { rules: Object.fromEntries(UNCOUNTED_RULES.map((id) => [id, { enabled: false }])) }),
  }
  return page.evaluate<
    string[]
  >(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) => nodes.map(({ html }) => id + ': ' + help + ': ' + html.slice(0, 160))))`)
}

/** For controls: text too pale to read, and something that only a pointer can use. */
export async function addFaults(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const pale = document.createElement('p')
    pale.textContent = 'Too pale to read'
    pale.style.color = '#cccccc'
    pale.style.background = '#ffffff'
    const trap = document.createElement('div')
    trap.textContent = 'Pointer only'
    trap.style.cursor = 'pointer'
    // At the top, where nothing covers them.
    document.querySelector('main')?.prepend(pale, trap)
  })()`)
}
