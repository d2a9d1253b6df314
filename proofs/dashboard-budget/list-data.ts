// How much data the task list asks the API for until it is complete: the bodies of responses as they are sent, compressed.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** The list asks for more as soon as it has drawn what it got. */
const QUIET_MS = 1_000

export async function measureListData(page: Page, url: string): Promise<number> {
  await page.goto('about:blank')
  const pending = new Set<Request>()
  const finished: Request[] = []
  let changedAt = performance.now()
  const settle = (request: Request): boolean => {
    changedAt = performance.now()
    return pending.delete(request)
  }
  const started = (request: Request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return
    changedAt = performance.now()
    pending.add(request)
  }
  const ended = (request: Request) => {
    if (settle(request)) finished.push(request)
  }
  page.on('request', started).on('requestfinished', ended).on('requestfailed', settle)
  page.on('response', (response) => {
    // The live stream does not end.
    const type = response.headers()['content-type'] ?? ''
    if (type.startsWith('text/event-stream')) settle(response.request())
  })
  await page.goto(url)
  await page
    .getByText(/Check container/)
    .first()
    .waitFor()
  while (pending.size > 0 || performance.now() - changedAt < QUIET_MS) await sleep(50)
  const sizes = await Promise.all(finished.map((request) => request.sizes()))
  const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
  if (bytes === 0) throw new Error('the task list loaded no data')
  return bytes
}
