// Choosing by keys as people do: the key opens the picker, letters narrow it, Enter takes the first that fits.
import type { Page } from 'playwright-core'

/** Presses the key of a field and takes the choice by its words. */
export async function pick(page: Page, key: string, words: string): Promise<void> {
  await page.keyboard.press(key)
  await choose(page, words)
}

/** In the picker that is open. */
export async function choose(page: Page, words: string): Promise<void> {
  const field = page.locator('[aria-haspopup="listbox"]').filter({ visible: true })
  await field.fill(words)
  await page.locator('[data-combobox-selected]').filter({ hasText: words }).waitFor()
  await field.press('Enter')
}
