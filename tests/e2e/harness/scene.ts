// One stage, one browser and somebody who is signed in, for all tests of a file; what should not happen on their page fails it.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { until } from '../../operate/until.ts'
import { type Faults, type Look, launchBrowser, visit } from './browser.ts'
import { openStage, type Stage } from './stage.ts'

export type Scene = {
  stage: Stage
  browser: Browser
  /** The first user's, in light colours and on a wide screen. */
  page: Page
  context: BrowserContext
  faults: Faults
}

/** To be called inside a `describe`; filled before its first test. `prepare` puts there what the tests start from. */
export function useScene(
  prepare?: (stage: Stage) => Promise<void>,
  { look, env, args }: { look?: Look; env?: Record<string, string>; args?: string[] } = {},
): Scene {
  const scene = {} as Scene // filled before anybody looks
  before(async () => {
    scene.stage = await openStage(env, args)
    await prepare?.(scene.stage)
    scene.browser = await launchBrowser()
    Object.assign(scene, await visit(scene.browser, scene.stage, look))
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
