// Keys that mean something only right after each other, such as `g` and a letter.
import type { Page } from 'playwright-core'

/** Sent together: the dashboard allows a second between them, which a busy test would not always keep. */
export async function pressInTurn(page: Page, ...keys: string[]): Promise<void> {
  await Promise.all(keys.map((key) => page.keyboard.press(key)))
}
