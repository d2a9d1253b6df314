// Debian's Chromium, and a page that remembers everything that should not have happened on it.
import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  chromium,
  type Page,
} from 'playwright-core'
import { findSharedServer } from './shared-server-env.ts'
import type { Stage } from './stage.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** Long enough for a busy machine, short enough that a failing test reports what is missing. */
const WAIT_MS = 20_000

export type Look = { scheme: 'light' | 'dark'; width: 360 | 1280 | 1440 | 1920; language?: string }

/** The browser of the run, where closing it leaves the contexts of others alone; a file that is run alone starts one. */
export async function openBrowser(): Promise<Browser> {
  const shared = findSharedServer()
  return shared ? chromium.connect(shared.browserUrl) : launchBrowser()
}

/** A browser of its own: the clipboard, for example, belongs to all pages of a browser. */
export async function launchBrowser(flags: readonly string[] = []): Promise<Browser> {
  return chromium.launch(launchOptions(flags))
}

export async function launchBrowserServer(): Promise<BrowserServer> {
  // Nothing listens on ::1, which would be tried first.
  const flags = ['--host-resolver-rules=MAP *.localhost 127.0.0.1']
  return chromium.launchServer({ ...launchOptions(flags), host: '127.0.0.1' })
}

function launchOptions(flags: readonly string[] = []) {
  const executablePath = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path))
  if (!executablePath) throw new Error('no Chromium: apt-get install chromium-headless-shell')
  return { executablePath, args: [...FLAGS, ...flags] }
}

/** What a page did that no page of ours may do. */
export type Faults = string[]

export type Visit = { page: Page; context: BrowserContext; faults: Faults }

export async function visit(
  browser: Browser,
  stage: Pick<Stage, 'url' | 'credentials'>,
  { scheme, width, language = 'en-GB' }: Look = { scheme: 'light', width: 1280 },
  /** What a test or proof needs otherwise, such as a browser that heeds no policy. */
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height: width === 360 ? 740 : 900 },
    colorScheme: scheme,
    locale: language,
    hasTouch: width === 360,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...options,
  })
  context.setDefaultTimeout(WAIT_MS)
  const page = await context.newPage()
  if (!options.httpCredentials) await signIn(page, stage)
  return { page, context, faults: watch(page, stage.url) }
}

/**
 * Typed once, in the address; from then on the browser remembers it. Playwright's own way, `httpCredentials`, stops every
 * request on its way and disables the cache, so that every page would load and compile all scripts again.
 */
async function signIn(
  page: Page,
  { url, credentials }: Pick<Stage, 'url' | 'credentials'>,
): Promise<void> {
  // Where browsers are asked for it, so that it holds everywhere below; and on to what is quickly shown.
  const address = new URL(`${url}/sign-in?to=api/me`)
  Object.assign(address, credentials)
  await page.goto(address.href)
}

/** Violations of the content security policy, uncaught errors, and requests to other origins. */
export function watch(page: Page, url: string): Faults {
  const faults: Faults = []
  const { origin } = new URL(url)
  page.on('console', (message) => {
    const text = message.text()
    if (/Content Security Policy|Trusted(HTML|Script)|violates the following/i.test(text)) {
      faults.push(`policy: ${text}`)
    }
  })
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    // A page that is left takes its dialog with it.
    void dialog.dismiss().catch(() => undefined)
  })
  page.on('request', (request) => {
    const asked = request.url()
    if (!asked.startsWith(`${origin}/`) && !/^(data|blob|about):/.test(asked)) {
      faults.push(`request: ${asked}`)
    }
  })
  return faults
}
