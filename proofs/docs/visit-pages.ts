// Opens pages on a phone and notes what no page may do: errors, violations of the policy, requests to others, overflow.
import type { Browser } from 'playwright-core'

const WIDTH = 360

export async function visitPages(
  browser: Browser,
  url: string,
  files: readonly string[],
): Promise<string[]> {
  const faults: string[] = []
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 740 } })
  let place = ''
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${place}: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`${place}: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) faults.push(`${place}: requested ${request.url()}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) faults.push(`${place}: ${response.status()} ${response.url()}`)
  })
  for (const file of files) {
    place = file
    await page.goto(url + file.replace(/index\.html$/, ''))
    await page.waitForLoadState('networkidle')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    if (width > WIDTH) faults.push(`${place}: ${width} pixels wide`)
  }
  await page.close()
  return faults
}
