// What a person does in the dashboard: answers a question, and approves changes after looking at all of them.
import type { Page } from 'playwright-core'
import { until } from '../../tests/harness/clients/api-client.ts'

const LONG_MS = 60_000

export async function answerQuestion(
  page: Page,
  url: string,
  { prompt, choice, agent }: { prompt: string; choice: string; agent: string },
): Promise<void> {
  await page.goto(`${url}/inbox`)
  const pane = page.getByRole('region', { name: 'Question', exact: true })
  await pane.getByRole('heading', { name: prompt }).waitFor()
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText(`Answer sent to ${agent}.`).waitFor()
}

/** From the inbox. The button is enabled once the last change was on the screen. */
export async function approveChanges(
  page: Page,
  url: string,
  { title, agent, changes }: { title: string; agent: string; changes: number },
): Promise<void> {
  await page.goto(`${url}/inbox`)
  const pane = page.getByRole('region', { name: 'Approval', exact: true })
  await pane.getByRole('heading', { name: `${changes} changes in Redmine` }).waitFor()
  await pane.getByRole('link', { name: `Review ${changes} changes` }).click()
  const heading = `${agent} requests approval for ${changes} changes`
  await page.getByRole('heading', { name: heading }).waitFor()
  await page.getByText(title).first().waitFor()
  const approve = page
    .getByRole('region', { name: 'Decision' })
    .getByRole('button', { name: /^Approve/ })
  if (await approve.isDisabled()) await page.keyboard.press('a')
  await until(
    'it can be approved',
    () => approve.isDisabled(),
    (isDisabled) => !isDisabled,
  )
  await approve.click()
  await page.getByText('You approved the changes').waitFor()
}

export async function seeConfirmed(page: Page): Promise<void> {
  await page.getByText('Confirmed by the external system').waitFor({ timeout: LONG_MS })
}
