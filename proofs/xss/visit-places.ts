// Goes from place to place in one browser and gathers what should not have happened on the way.
import type { Browser, Locator, Page } from 'playwright-core'
import { visit } from '../../tests/e2e/harness/browser.ts'
import type { Stage } from '../../tests/e2e/harness/stage.ts'
import type { FreshPlace, Place } from './payload-places.ts'
import { becomeCareless, SUSPECTS, takeSuspects, watchNodes } from './suspect-nodes.ts'
import { MARK } from './xss-payloads.ts'

export type Gathered = {
  /** Nodes that only a text can have brought. */
  suspects: string[]
  /** Dialogs, requests to other hosts, breaches of the policy, uncaught errors. */
  faults: string[]
  /** Places that never showed the payload they are there for; with a careless page, those where it went unnoticed. */
  unseen: string[]
  visited: number
}

export type Walk = {
  gathered: Gathered
  load(path: string): Promise<void>
  follow(place: Place): Promise<void>
  /** What is loaded shows a payload at a certain place. */
  open(place: FreshPlace): Promise<void>
  /** The same place once more, which must then show this. */
  reload(text: string): Promise<void>
}

/** For what an address asks the server, and for what is drawn with the answer. */
const ANSWER_MS = 60
const LOAD_MS = 300
const TIMEOUT_MS = 10_000

export async function openWalk(browser: Browser, stage: Stage, careless: boolean): Promise<Walk> {
  const { page, context, faults } = await visit(browser, stage, undefined, {
    bypassCSP: careless,
  })
  await watchNodes(context)
  if (careless) await becomeCareless(context)
  const gathered: Gathered = { suspects: [], faults, unseen: [], visited: 0 }
  const take = async (path: string) => {
    gathered.visited += 1
    gathered.suspects.push(...(await takeSuspects(page)).map((node) => `${path}: ${node}`))
  }
  /** A payload may lead the page away while it is looked at, which is a fault of its own and not the end of the walk. */
  const look = async (path: string, act: () => Promise<void>) => {
    try {
      await act()
      await take(path)
    } catch (error) {
      if (!isGone(error)) throw error
      faults.push(`left: ${path}`)
    }
  }
  return {
    gathered,
    load: (path) =>
      look(path, async () => {
        await page.goto(`${stage.url}${path}`)
        await page.locator('h1').first().waitFor()
        await page.waitForTimeout(LOAD_MS)
        await scrollThrough(page)
      }),
    follow: ({ path, act, shows }) =>
      look(path, async () => {
        const asked = shows && !careless ? awaitPayload(page, shows) : undefined
        // As a link inside does it: the document stays.
        await page.evaluate(`history.pushState({}, '', ${JSON.stringify(`/ui${path}`)})`)
        if ((await asked) === false) gathered.unseen.push(`${path} shows no payload`)
        if (!careless) await act?.(page)
        await page.waitForTimeout(ANSWER_MS)
      }),
    open: (place) =>
      look(place.path, async () => {
        await page.goto(`${stage.url}${place.path}`)
        const missed = await (careless ? missNode : missPayload)(page, place)
        if (missed !== undefined) gathered.unseen.push(missed)
      }),
    reload: (text) =>
      look(text, async () => {
        await page.reload()
        if (!(await inSight(page, 'body', text))) gathered.unseen.push(`${text} is not shown`)
      }),
  }
}

/** What was not shown, if anything. */
async function missPayload(page: Page, { path, where, act }: FreshPlace) {
  if (!(await inSight(page, where, MARK))) return `${path} shows no payload at ${where}`
  await scrollThrough(page)
  await act?.(page)
  await page.waitForTimeout(ANSWER_MS)
  return undefined
}

/** In a careless page the payload must have become something. */
async function missNode(page: Page, { path, where }: FreshPlace) {
  const made = page.locator(where).locator(SUSPECTS).first()
  return (await comes(made, 'attached')) ? undefined : `${path} makes no node at ${where}`
}

const isGone = (error: unknown): boolean =>
  error instanceof Error &&
  /context was destroyed|interrupted by another navigation|pushState|ERR_ABORTED/.test(
    error.message,
  )

/** False when it did not come. */
async function awaitPayload(
  page: Page,
  { asks, where }: NonNullable<Place['shows']>,
): Promise<boolean> {
  const answer = await page
    .waitForResponse((response) => response.url().endsWith(asks), { timeout: TIMEOUT_MS })
    .catch(() => undefined)
  return answer !== undefined && (await inSight(page, where, MARK))
}

const inSight = (page: Page, where: string, text: string): Promise<boolean> =>
  comes(page.locator(where, { hasText: text }).first(), 'visible')

const comes = (awaited: Locator, state: 'attached' | 'visible'): Promise<boolean> =>
  awaited.waitFor({ state, timeout: TIMEOUT_MS }).then(
    () => true,
    () => false,
  )

/** Lists draw what is in sight, so everything is brought into sight once. */
async function scrollThrough(page: Page): Promise<void> {
  for (let step = 0; step < 24; step++) {
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
    await page.waitForTimeout(40)
  }
}
