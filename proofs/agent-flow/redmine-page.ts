// An issue as a person sees it in the web interface of Redmine.
import type { Browser } from 'playwright-core'

export async function readIssuePage(
  browser: Browser,
  url: string,
  issue: string,
): Promise<{ status: string; notes: string[] }> {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${url}/login?back_url=${encodeURIComponent(`${url}/issues/${issue}`)}`)
    await page.locator('#username').fill('alice')
    await page.locator('#password').fill('passw0rd-alice')
    await page.locator('#login-submit').click()
    await page.locator('#content .issue').first().waitFor()
    const status = await page.locator('.status.attribute .value').innerText()
    return { status, notes: await page.locator('#history .wiki').allInnerTexts() }
  } finally {
    await context.close()
  }
}
