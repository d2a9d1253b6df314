// Goes through the steps of a database source up to a given one, accepting what is proposed.
import type { Page } from 'playwright-core'

export async function setUpSource(
  page: Page,
  upTo: 'columns' | 'templates' | 'preview',
): Promise<void> {
  const next = () => page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /wms-north/ }).check()
  await page.getByRole('combobox', { name: 'Database' }).click()
  await page.getByRole('option', { name: 'warehouse' }).click()
  await next()
  await page.getByRole('combobox', { name: 'List statement' }).waitFor()
  await next()
  await page.getByText('4 rows, fetched just now').waitFor()
  if (upTo === 'columns') return
  await next()
  const title = page.getByRole('textbox', { name: 'Title template' })
  await title.fill('Claim {{id}}: {{title}}')
  await page
    .getByRole('textbox', { name: 'Description template' })
    .fill('About **{{amount}} EUR**, account {{iban}}. {{note}}')
  if (upTo === 'templates') return
  await next()
  await page.getByText('Claim 4117: Pallet 4').waitFor()
}
