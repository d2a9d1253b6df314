// The live flow: figures that follow the work and add up, links that open the same tasks, keyboard, motion, and errors.
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import type { Agent, Task, TaskFlow } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { attributes, becomes, open, useScene } from '../harness/scene.ts'

const TIMEOUT_MS = 75_000

const card = (page: Page) => page.getByRole('region', { name: 'Live flow' })
const stage = (page: Page, name: string) =>
  card(page).getByRole('link', { name: new RegExp(`^${name}\\b(?!,)`) })
const node = (page: Page, stageName: string, name: string) =>
  card(page).getByRole('link', { name: new RegExp(`^${stageName}, ${name}:`) })

/** Sources, queues, working, writing back, confirmed. */
async function figures(page: Page): Promise<string[]> {
  const texts = await card(page).locator('a[data-stage]:not([data-tone])').allInnerTexts()
  return texts.map((text) => text.split('\n').find((line) => /^\d+\+?$/.test(line)) ?? '')
}

/** Of the first one that is dimmed. */
const dimmedOpacity = (page: Page) =>
  page.evaluate<string | undefined>(`(() => {
    const one = document.querySelector('[data-stream][data-dimmed]')
    return one ? getComputedStyle(one).opacity : undefined
  })()`)

describe('the live flow', () => {
  const scene = useScene()
  afterEach(async () => {
    await scene.page.unrouteAll({ behavior: 'ignoreErrors' })
  })

  it('follows tasks that are created, claimed and completed, and adds up', async () => {
    const { stage: server } = scene
    const tasks: Task[] = []
    for (const queue of ['dock', 'dock', 'customs', 'customs']) {
      tasks.push(await server.api<Task>('POST', '/tasks', { title: `In ${queue}`, queue }))
    }
    await server.api<Agent>('POST', '/agents', { name: 'docs-agent', queues: ['dock'] })
    await server.api('POST', '/tasks/claim', { agent: 'docs-agent', max: 1 })
    await server.api('POST', `/tasks/${tasks[2]?.id}/transitions`, { to: 'in_progress' })
    await server.api('POST', `/tasks/${tasks[3]?.id}/transitions`, { to: 'completed' })
    const page = await open(scene, '/')
    await becomes('the figures', () => figures(page), ['4', '1', '2', '0', '0'], TIMEOUT_MS)
    await card(page).getByText('1 person, 1 agent').waitFor()
    await card(page).getByText('of 1 completed').waitFor()
    await server.api('POST', `/tasks/${tasks[2]?.id}/transitions`, { to: 'completed' })
    await becomes('they follow', () => figures(page), ['4', '1', '1', '0', '0'], TIMEOUT_MS)
    const sum = await card(page)
      .getByText(/without origin and/)
      .innerText()
    const [confirmed = 0, without = 0, writing = 0, completed] = [...sum.matchAll(/\d+/g)].map(
      Number,
    )
    assert.equal(confirmed + without + writing, completed)
    assert.equal(completed, 2)
  })

  it('opens the list of a stage with as many tasks as its figure', async () => {
    const page = await open(scene, '/')
    await stage(page, 'Queues').click()
    await page.waitForURL('**/tasks?status=ready')
    await page.getByRole('link', { name: 'In dock' }).waitFor()
    assert.equal(await page.getByRole('grid').getByRole('link', { name: /^In / }).count(), 1)
  })

  it('adds the filter of a node', async () => {
    const page = await open(scene, '/')
    await node(page, 'Working', 'docs-agent').click()
    await page.getByRole('button', { name: 'Remove filter Agent' }).waitFor()
    await page.getByRole('link', { name: 'In dock' }).waitFor()
    await open(scene, '/')
    await node(page, 'Sources', 'API').click()
    await page.getByRole('button', { name: 'Remove filter Created' }).waitFor()
    await page.getByRole('button', { name: 'Remove filter Integration' }).waitFor()
    await becomes(
      'the tasks of the node',
      () => page.getByRole('grid').getByRole('link', { name: /^In / }).count(),
      4,
    )
  })

  it('reaches stages and nodes by keyboard, with a tooltip, and dims other streams', async () => {
    const page = await open(scene, '/')
    const dock = node(page, 'Queues', 'dock')
    await dock.focus()
    await card(page).locator('[data-tip]').getByText('1 task ready').waitFor()
    const dimmed = card(page).locator('[data-stream][data-dimmed]')
    assert.ok((await dimmed.count()) > 0)
    await becomes('others step back', () => dimmedOpacity(page), '0.25')
    await page.keyboard.press('Enter')
    await page.waitForURL(/queue=dock/)
    await open(scene, '/')
    await stage(page, 'Working').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/tasks?status=in_progress')
  })

  it('draws ribbons as thick as their tasks, and comets only for the last minute', async () => {
    const page = await open(scene, '/')
    await becomes('ribbons', () => card(page).locator('[data-stream^="0-"]').count(), 2)
    const ribbons = card(page).locator('[data-stream^="0-"] path:first-child')
    const widths = (await attributes(ribbons, 'stroke-width')).map(Number)
    assert.equal(widths.length, 2)
    assert.ok(
      widths.every((width) => width > 1 && width <= 22),
      widths.join(),
    )
    await scene.stage.api('POST', '/tasks', { title: 'In dock, fresh', queue: 'dock' })
    await card(page)
      .locator('animateMotion')
      .first()
      .waitFor({ state: 'attached', timeout: TIMEOUT_MS })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await card(page).locator('animateMotion').first().waitFor({ state: 'detached' })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await card(page).locator('animateMotion').first().waitFor({ state: 'attached' })
    await page.evaluate(HIDE)
    await card(page).locator('animateMotion').first().waitFor({ state: 'detached' })
  })

  it('shows rejected and held write-backs where they stop', async () => {
    const page = scene.page
    const flow = await scene.stage.api<TaskFlow>('GET', '/stats/flow?range=24h')
    await page.route('**/api/stats/flow*', (route) => route.fulfill({ json: withBlockages(flow) }))
    await open(scene, '/')
    await card(page).getByText('3 rejected').first().waitFor()
    await card(page).getByText('4 held').waitFor()
    assert.equal(await card(page).locator('[data-blockage="rejected"]').count(), 1)
    assert.equal(await card(page).locator('[data-blockage="held"] animateMotion').count(), 0)
    await node(page, 'Writing back', 'HubSpot').focus()
    await card(page).locator('[data-tip]').getByText('3 rejected').waitFor()
  })

  it('shows an error in its card with a request ID, while the other cards stay', async () => {
    const page = scene.page
    let isDown = true
    await page.route('**/api/stats/flow*', (route) =>
      isDown ? route.fulfill({ status: 500, json: PROBLEM }) : route.continue(),
    )
    await open(scene, '/')
    const alert = card(page).getByRole('alert')
    await alert.getByText('req_1').waitFor({ timeout: TIMEOUT_MS })
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('listitem')
      .first()
      .or(page.getByText('You’re all caught up.'))
      .first()
      .waitFor()
    assert.equal(await page.getByRole('alert').count(), 1)
    isDown = false
    await alert.getByRole('button', { name: 'Try again' }).click()
    await stage(page, 'Sources').waitFor()
  })

  it('asks at most once per second, however much happens', async () => {
    const page = await open(scene, '/')
    await stage(page, 'Sources').waitFor()
    const times: number[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/stats/flow')) times.push(performance.now())
    })
    for (let i = 0; i < 30; i++) await scene.stage.api('POST', '/tasks', { title: `Burst ${i}` })
    await becomes('the burst', async () => (await figures(page))[0], '35', TIMEOUT_MS)
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    assert.deepEqual(
      gaps.filter((gap) => gap < 990),
      [],
    )
  })

  it('is a list where there is no room for a graph', async () => {
    const page = scene.page
    await page.setViewportSize({ width: 360, height: 740 })
    await open(scene, '/')
    await card(page).locator('[data-flow="list"]').waitFor()
    assert.equal((await figures(page)).length, 5)
    const width = await page.evaluate('document.documentElement.scrollWidth')
    assert.equal(width, 360)
    await page.setViewportSize({ width: 1280, height: 900 })
    await card(page).locator('[data-flow="graph"]').waitFor()
  })
})

const HIDE = `(() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
})()`

const PROBLEM = {
  type: '/errors/internal_error',
  title: 'Internal error',
  status: 500,
  code: 'internal_error',
  detail: 'The service failed.',
  request_id: 'req_1',
}

const waitingNode = (id: string, name: string, rejected: number, held: number) => ({
  kind: 'integration' as const,
  id,
  name,
  count: rejected + held,
  rejected,
  held,
})

function withBlockages(flow: TaskFlow): TaskFlow {
  const nodes = [waitingNode('int_1', 'HubSpot', 3, 0), waitingNode('int_2', 'Warehouse DB', 0, 4)]
  return {
    ...flow,
    writing_back: { ...flow.writing_back, count: 7, rejected: 3, held: 4, nodes },
    confirmed: {
      ...flow.confirmed,
      nodes: nodes.map(({ kind, id, name }) => ({ kind, id, name, count: 0 })),
    },
    streams: { ...flow.streams, completed: [], confirmed: [] },
  }
}
