// `node tools/pictures/pictures.ts [--out <folder>] [name …]`: takes the pictures of docs/pictures, of a dashboard with a week
// of data. Look at each before you commit it.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Browser } from 'playwright-core'
import { launchBrowser, visit } from '../../tests/e2e/harness/browser.ts'
import { type OwnStage, openStage } from '../../tests/e2e/harness/own-stage.ts'
import { watchPage } from '../../tests/e2e/harness/stands-still.ts'
import { globalSetup, globalTeardown } from '../../tests/harness/global-setup.ts'
import type { Demo } from './demo/backdate.ts'
import { fillDemo } from './demo/fill-demo.ts'
import { SHOTS, type Shot } from './shots.ts'

const WIDTH = 1440
const HEIGHT = 900
const MOST_BYTES = 300_000
/** Shown in the place of the address of this machine. */
const PUBLIC_URL = 'https://tasks.quayside.example'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: join(import.meta.dirname, '../../docs/pictures') } },
})
const shots = SHOTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

/** The time zone in which it is two in the afternoon, so that a picture shows a working day whenever it is taken. */
const hoursFromUtc = 14 - new Date().getUTCHours()
// The sign of these names is that of the POSIX variable TZ: west is positive.
const timeZone = `Etc/GMT${hoursFromUtc > 0 ? '-' : '+'}${Math.abs(hoursFromUtc)}`

mkdirSync(values.out, { recursive: true })
await globalSetup()
try {
  const stage = await openStage()
  const browser = await launchBrowser(['--font-render-hinting=none'])
  try {
    const demo = await fillDemo(stage, { name: timeZone, hoursFromUtc }, console.log)
    for (const shot of shots) await take(stage, browser, demo, shot)
  } finally {
    await browser.close()
    await stage.close()
  }
} finally {
  await globalTeardown()
}

async function take(stage: OwnStage, browser: Browser, demo: Demo, shot: Shot): Promise<void> {
  const look = { scheme: shot.scheme ?? 'light', width: WIDTH, language: 'en-US' } as const
  const { page, context, faults } = await visit(browser, stage, look, {
    timezoneId: timeZone,
    viewport: { width: WIDTH, height: shot.height ?? HEIGHT },
  })
  const watched = watchPage(page)
  await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
  await page.goto(`${stage.url}${shot.path(demo)}`)
  await shot.ready(page)
  await page.getByText('Live', { exact: true }).first().waitFor()
  await watched.standsStill()
  await page.evaluate(replacingText(stage.service.url, PUBLIC_URL))
  const path = join(values.out, `${shot.name}.png`)
  await page.screenshot({ path, animations: 'disabled' })
  await context.close()
  const { size } = statSync(path)
  console.log(`${shot.name}.png ${Math.round(size / 1_000)} kB`)
  if (size > MOST_BYTES) throw new Error(`${path} has ${size} bytes; at most ${MOST_BYTES}`)
  if (faults.length > 0) throw new Error(`${shot.name}: ${faults.join(', ')}`)
}

function replacingText(from: string, to: string): string {
  return `(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      text.nodeValue = text.nodeValue.replaceAll(${JSON.stringify(from)}, ${JSON.stringify(to)})
    }
  })()`
}
