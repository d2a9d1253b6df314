// A worker that is killed during an initial sync: the screen shows that it stalled, never shows success before the end, and
// shows another worker finish it.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Integration, SyncRun } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { type Service, startService } from '../harness/service.ts'
import { type HeldTracker, startHeldTracker } from '../harness/sync/held-tracker.ts'
import { until } from '../operate/until.ts'
import { openStage } from './harness/own-stage.ts'
import { becomes, useSceneOn } from './harness/scene.ts'

const ITEMS = 150
const WITHIN_MS = 60_000

/** Kept by the page itself, so that not even a moment of green is missed: when and where. */
const NOTE_GREENS = `(() => {
  globalThis.greens = []
  const marks = '[data-tone="green"], span[data-look="good"], [role="img"] [data-look="good"]'
  const look = () => {
    for (const mark of document.querySelectorAll(marks)) {
      globalThis.greens.push({ at: Date.now(), text: mark.textContent })
    }
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
})()`

type Green = { at: number; text: string }
const greensOf = (page: Page) => page.evaluate<Green[]>('globalThis.greens')

describe('a worker is killed while it reads', () => {
  const scene = useSceneOn(() => openStage({}, ['--role', 'api']))
  let tracker: HeldTracker
  let worker: Service
  let integration: Integration
  let list: Page
  let killedAt: number

  const workers: Service[] = []
  const startWorker = async (): Promise<Service> => {
    const started = await startService({
      databaseUrl: scene.stage.database.url,
      apiKey: scene.stage.service.apiKey,
      args: ['--role', 'worker'],
      until: 'maintenance',
      env: { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' },
    })
    workers.push(started)
    return started
  }

  before(async () => {
    tracker = await startHeldTracker()
    tracker.growAndHold(ITEMS)
    worker = await startWorker()
    const { stage } = scene
    integration = await stage.api<Integration>('POST', '/integrations', {
      provider: 'github',
      name: 'Held tracker',
      config: tracker.config,
    })
    const { secrets } = tracker
    await stage.api('PUT', `/integrations/${integration.id}/credential`, { secrets })
    await until('it is being read', () => tracker.countHeld() > 0)
  })
  after(async () => {
    for (const started of workers) await started.kill()
    await tracker?.close()
  })

  const pages = () => [scene.page, list]
  const listRuns = async () =>
    (await scene.stage.api<{ data: SyncRun[] }>('GET', `/integrations/${integration.id}/runs`)).data

  it('is seen at work before, on its page and in the list', async () => {
    list = await scene.context.newPage()
    for (const page of pages()) await page.addInitScript(NOTE_GREENS)
    await scene.page.goto(`${scene.stage.url}/integrations/${integration.id}`)
    await list.goto(`${scene.stage.url}/integrations`)
    for (const page of pages()) {
      await page
        .getByText(/^\d+ of 200/)
        .first()
        .waitFor()
      await page.getByText('Syncing', { exact: true }).first().waitFor()
    }
    await worker.kill()
    killedAt = Date.now()
    tracker.release()
  })

  it('stalls within a minute, in both places and among the runs', async () => {
    const [run] = await listRuns()
    assert.equal(run?.state, 'running', 'it was killed in the middle')
    const timeout = WITHIN_MS
    await scene.page.getByText('Sync stalled').waitFor({ timeout })
    await list.getByText('Sync stalled').first().waitFor({ timeout })
    for (const page of pages()) {
      await page.getByText('Stalled', { exact: true }).first().waitFor({ timeout })
    }
    assert.ok(Date.now() - killedAt < WITHIN_MS)
    await scene.page.locator('[data-look="stalled"]').first().waitFor()
    for (const page of pages()) assert.deepEqual(await greensOf(page), [])
  })

  it('is finished by another worker, and green only then', async () => {
    await startWorker()
    await becomes(
      'everything was read',
      async () => (await listRuns()).map(({ state }) => state),
      ['succeeded', 'failed'],
      WITHIN_MS,
    )
    const endedAt = Date.parse((await listRuns())[0]?.ended_at ?? '')
    for (const page of pages()) {
      await page.getByText('Healthy', { exact: true }).first().waitFor()
      const early = (await greensOf(page)).filter(({ at }) => at < endedAt)
      assert.deepEqual(early, [])
    }
    const { counts } = await scene.stage.api<Integration>('GET', `/integrations/${integration.id}`)
    assert.equal(counts.links, ITEMS)
  })
})
