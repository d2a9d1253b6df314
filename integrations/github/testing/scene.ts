// An emulator and a context for tests of single parts; at the end GitHub's description has been kept.
import assert from 'node:assert/strict'
import { after, afterEach, before } from 'node:test'
import { startContext, type TestContext } from '@task-service/kit/testing'
import type { Config } from '../wire.ts'
import { type Emulator, startEmulator } from './emulator.ts'
import { seed } from './world.ts'

export type Scene = TestContext<Config> & { emulator: Emulator; controls: Emulator['controls'] }

/** For one test file: started before its first test, empty before each. */
export function useScene(token: string = seed.token): () => Scene {
  let scene: Scene | undefined
  const get = (): Scene => {
    if (scene === undefined) throw new Error('the scene has not started')
    return scene
  }
  before(async () => {
    const emulator = await startEmulator()
    const config = { base_url: emulator.origin, owner: seed.owner, repo: seed.repo }
    const context = await startContext({
      config,
      secrets: { token, webhook_secret: 'a secret of the hook' },
      hosts: [new URL(emulator.origin).host],
    })
    scene = { ...context, emulator, controls: emulator.controls }
  })
  after(async () => {
    await get().stop()
    await get().emulator.close()
  })
  afterEach(() => {
    const violations = get().controls.takeViolations()
    get().proxy.clear()
    get().controls.reset()
    assert.deepEqual(violations, [])
  })
  return get
}
