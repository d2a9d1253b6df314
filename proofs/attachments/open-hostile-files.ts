// Hostile files, opened in a real browser in every way that a page can open a file.

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Attachment, Task } from '@task-service/contract'
import type { Page } from 'playwright-core'
import { launchBrowser, visit } from '../../tests/e2e/harness/browser.ts'
import { type OwnStage, openStage } from '../../tests/e2e/harness/own-stage.ts'
import { attachFile } from '../../tests/harness/files/attach-file.ts'
import type { ProofOptions } from '../../tools/programs/proof.ts'
import { type HostileFile, hostileFiles, UNSAFE_NAMES } from './hostile-files.ts'
import { openProxy } from './plain-proxy.ts'

export type Opened = {
  opened: number
  executed: number
  /** Shown in the window instead of being saved. */
  shown: number
  downloads: number
  badNames: number
  changed: number
  grownMiB: number
}

const SETTLE_MS = 400
const UNSAFE_IN_NAME = /[/\\\p{Cc}\p{Bidi_Control}"]/u
/** What a page can make of an address. */
const WAYS = [
  'iframe',
  'img',
  'script',
  'module',
  'object',
  'embed',
  'stylesheet',
  'worker',
] as const

/** In the page, which has its own types. */
const EMBED = `async (way, address, settleMs) => {
  const make = (name, attributes) => Object.assign(document.createElement(name), attributes)
  const made = {
    iframe: () => make('iframe', { src: address }),
    img: () => make('img', { src: address }),
    script: () => make('script', { src: address }),
    module: () => make('script', { src: address, type: 'module' }),
    object: () => make('object', { data: address }),
    embed: () => make('embed', { src: address }),
    stylesheet: () => make('link', { href: address, rel: 'stylesheet' }),
    worker: () => {
      new Worker(address).addEventListener('error', (event) => event.preventDefault())
      return make('i')
    },
  }[way]()
  const { promise, resolve } = Promise.withResolvers()
  for (const type of ['load', 'error']) made.addEventListener(type, () => resolve())
  document.body.append(made)
  await Promise.race([promise, new Promise((done) => setTimeout(done, settleMs))])
  await new Promise((done) => setTimeout(done, 60))
}`

export async function openHostileFiles({ control, log }: ProofOptions): Promise<Opened> {
  const stage = await openStage()
  try {
    const { id: task } = await stage.api<Task>('POST', '/tasks', { title: 'Hostile' })
    const before = memoryMiB(stage)
    const files = await attachAll(stage, task)
    const grownMiB = Math.max(0, memoryMiB(stage) - before)
    const types = new Map(files.map(({ path, file }) => [path, file.type]))
    const proxy = await openProxy(
      stage.service.url,
      control ? (path) => types.get(path) : undefined,
    )
    const browser = await launchBrowser()
    try {
      const { url } = proxy
      const { page } = await visit(browser, { ...stage, url: `${url}/ui` })
      const outcome: Opened = {
        opened: 0,
        executed: 0,
        shown: 0,
        downloads: 0,
        badNames: 0,
        changed: 0,
        grownMiB,
      }
      for (const { path, file } of files) {
        await navigate(page, `${url}${path}`, file, outcome)
        for (const way of WAYS) await embed(page, url, path, way, outcome)
      }
      outcome.executed = proxy.ran.length
      log(`ran: ${[...new Set(proxy.ran)].join(', ') || 'none'}`)
      outcome.badNames += await countAccepted(stage, task)
      return outcome
    } finally {
      await browser.close()
      await proxy.close()
    }
  } finally {
    await stage.close()
  }
}

async function attachAll(stage: OwnStage, task: string) {
  const files: { path: string; file: HostileFile }[] = []
  for (const file of hostileFiles()) {
    const { name, type } = file
    const attached: Attachment = await attachFile(stage, task, {
      name,
      type,
      content: new Uint8Array(file.content),
    })
    files.push({ path: `/ui/api/tasks/${task}/attachments/${attached.id}/content`, file })
  }
  return files
}

/** As with a link: a browser saves it, and nothing opens. */
async function navigate(
  page: Page,
  url: string,
  file: HostileFile,
  outcome: Opened,
): Promise<void> {
  await page.goto(new URL('/attack', url).href)
  const saving = page.waitForEvent('download', { timeout: 5_000 }).catch(() => undefined)
  outcome.opened++
  // A navigation that becomes a download is reported as aborted.
  const isShown = await page.goto(url).then(
    () => true,
    () => false,
  )
  if (isShown) {
    outcome.shown++
    await page.waitForTimeout(SETTLE_MS)
    return
  }
  const download = await saving
  if (!download) return
  outcome.downloads++
  if (UNSAFE_IN_NAME.test(download.suggestedFilename())) outcome.badNames++
  if (!(await readFile(await download.path())).equals(file.content)) outcome.changed++
}

/** From a page of the same origin, which nothing restricts. */
async function embed(
  page: Page,
  origin: string,
  path: string,
  way: (typeof WAYS)[number],
  outcome: Opened,
): Promise<void> {
  outcome.opened++
  await page.goto(`${origin}/attack`)
  await page.evaluate(`(${EMBED})(${JSON.stringify(way)}, ${JSON.stringify(path)}, ${SETTLE_MS})`)
}

/** Of the process that stores the files. */
function memoryMiB({ service }: OwnStage): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

async function countAccepted(stage: OwnStage, task: string): Promise<number> {
  let accepted = 0
  for (const name of UNSAFE_NAMES) {
    const stored = await attachFile(stage, task, { name, content: 'x' }).catch(() => undefined)
    if (stored) accepted++
  }
  return accepted
}
