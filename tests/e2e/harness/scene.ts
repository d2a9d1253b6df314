// A stage, a browser and a signed-in user, for all tests of a file; faults on their page fail the file.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { until } from '../../operate/until.ts'
import { type Faults, type Look, launchBrowser, openBrowser, visit } from './browser.ts'
import { resolveLocalhostNames } from './localhost-names.ts'
import { findSharedServer } from './shared-server-env.ts'
import { buildStage, type Ground, type Stage } from './stage.ts'

export type Scene = {
  stage: Stage
  browser: Browser
  /** The first user's, in the light color scheme and on a wide screen. */
  page: Page
  context: BrowserContext
  faults: Faults
}

export type SceneOptions = {
  look?: Look
  /** With a Chromium of its own, for tests of what all pages of a browser share. */
  hasOwnBrowser?: boolean
}

/** A tenant of its own on the server of the run; a file that is run alone starts a server. */
export async function joinStage(): Promise<Stage> {
  const shared = findSharedServer()
  if (!shared) {
    // Imported lazily: it loads the whole server, which is not needed to join one.
    const { openStage } = await import('./own-stage.ts')
    return openStage()
  }
  resolveLocalhostNames()
  const answer = await fetch(shared.tenantsUrl, { method: 'POST' })
  if (!answer.ok) throw new Error(`no tenant: ${await answer.text()}`)
  const given = (await answer.json()) as Omit<Ground<Stage['service'], Stage['database']>, 'leave'> // by shared-server.ts
  return buildStage({ ...given, leave: async () => undefined })
}

/** To be called inside a `describe`; filled before its first test. `prepare` puts there what the tests start from. */
export function useScene(
  prepare?: (stage: Stage) => Promise<void>,
  options: SceneOptions = {},
): Scene {
  return useSceneOn(joinStage, prepare, options)
}

/** On a stage that is opened otherwise, such as by a service with other settings. */
export function useSceneOn<S extends Stage>(
  openStage: () => Promise<S>,
  prepare?: (stage: S) => Promise<void>,
  { look, hasOwnBrowser = false }: SceneOptions = {},
): Scene & { stage: S } {
  const scene = {} as Scene & { stage: S } // filled before the first test
  before(async () => {
    const stage = await openStage()
    scene.stage = stage
    await prepare?.(stage)
    scene.browser = await (hasOwnBrowser ? launchBrowser() : openBrowser())
    Object.assign(scene, await visit(scene.browser, stage, look))
  })
  after(async () => {
    await scene.browser?.close()
    await scene.stage?.close()
    assert.deepEqual(scene.faults ?? [], [])
  })
  return scene
}

/** Goes to a screen by its address below /ui. */
export async function open(scene: Pick<Scene, 'stage' | 'page'>, path: string): Promise<Page> {
  await scene.page.goto(`${scene.stage.url}${path}`)
  return scene.page
}

/** It leads nowhere, so that the next screen is not taken for ready because of what the last one showed. */
const NOWHERE = '/nowhere'

/**
 * Goes to a screen inside the loaded dashboard, as its links do: loading and compiling the program and axe again for every
 * screen takes half the time of a look. `url` is that of the dashboard; a page that shows something else loads the screen.
 */
export async function goInside(page: Page, url: string, path: string): Promise<void> {
  if (!page.url().startsWith(`${url}/`) || page.url().startsWith(`${url}/api/`)) {
    await page.goto(`${url}${path}`)
    return
  }
  await push(page, `${url}${NOWHERE}`)
  await page.getByText('Page not found').waitFor()
  // What opened beside the last screen or over it.
  await page
    .locator('aside, [role="dialog"]')
    .filter({ visible: true })
    .waitFor({ state: 'detached' })
  await push(page, `${url}${path}`)
}

const push = (page: Page, address: string) =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(address)})`)

/** What each of the elements says. `evaluateAll` with a text that is a function returns undefined instead of calling it. */
export const attributes = async (elements: Locator, name: string): Promise<(string | null)[]> =>
  Promise.all((await elements.all()).map((one) => one.getAttribute(name)))

/** Waits until the answer is what it should be, and says what it was when it never is. */
export async function becomes<T>(
  what: string,
  ask: () => Promise<T> | T,
  wanted: T,
  deadlineMs?: number,
): Promise<void> {
  let last: T | undefined
  const isSo = async () => {
    last = await ask()
    return JSON.stringify(last) === JSON.stringify(wanted)
  }
  await until(what, isSo, deadlineMs).catch(() => assert.deepEqual(last, wanted, what))
}
