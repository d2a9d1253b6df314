// What opens over or beside a screen: menus, dialogs, forms and drawers, each by what a person does to open it.
import type { Page } from 'playwright-core'
import { SCREENS, type Screen } from './screens.ts'

const screenOf = (name: string): Screen => {
  const found = SCREENS.find((screen) => screen.name === name)
  if (!found) throw new Error(`no screen is called ${name}`)
  return found
}

/** A screen, what is done on it, and what is then in sight. */
function opened(
  name: string,
  base: string,
  act: (page: Page) => Promise<unknown>,
  shown: string,
): Screen {
  const screen = screenOf(base)
  return {
    name,
    path: screen.path,
    ready: async (page) => {
      await screen.ready(page)
      await act(page)
      await page.locator(shown).filter({ visible: true }).first().waitFor()
    },
  }
}

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key)
  }

const click = (name: string) => (page: Page) =>
  page
    .locator('header, main, [role="dialog"]')
    .getByRole('button', { name, exact: true })
    .filter({ visible: true })
    .first()
    .click()

const clickFirst = (selector: string) => (page: Page) => page.locator(selector).first().click()

const menuItem = (button: string, item: string) => async (page: Page) => {
  await click(button)(page)
  await page.getByRole('menuitem', { name: item }).click()
}

export const OPENED: readonly Screen[] = [
  opened('palette', 'tasks', press('Control+k'), '[role="dialog"] input'),
  opened('cheat sheet', 'tasks', press('?'), '[role="dialog"] kbd'),
  opened('new task', 'tasks', press('c'), 'form input'),
  opened('status picker', 'tasks', press('j', 's'), '[role="option"]'),
  opened('due picker', 'tasks', press('j', 'Shift+D'), '[role="option"], [role="dialog"]'),
  opened('selection', 'tasks', press('j', 'x'), '[role="toolbar"]'),
  opened('delete task', 'tasks', press('j', 'Delete'), '[role="dialog"]'),
  opened('filter', 'tasks', click('Filter'), '[role="option"]'),
  opened('columns', 'tasks', menuItem('Group: Status', 'Columns'), 'input[type="checkbox"]'),
  opened('new checklist item', 'task', click('Add checklist item'), 'input[aria-label="New item"]'),
  opened('link to answer', 'inbox', click('Create link'), 'code:has-text("/answer/")'),
  opened('inbox menu', 'inbox-mention', click('Inbox menu'), '[role="menuitem"]'),
  opened(
    'e-mail digest',
    'inbox-mention',
    menuItem('Inbox menu', 'E-mail digest'),
    '[role="dialog"]',
  ),
  opened('snooze', 'inbox-mention', press('j', 'h'), '[role="menuitem"]'),
  opened('mention', 'task-working', press('m', '@'), '[role="listbox"] [role="option"]'),
  opened('reject changes', 'approval', press('r'), 'textarea'),
  opened('edit changes', 'approval', press('e'), 'textarea'),
  opened('drain a connector', 'connector', menuItem('More', 'Drain'), '[role="dialog"]'),
  opened('revoke a key', 'connector', click('Revoke key'), '[role="dialog"]'),
  opened('token of a connector', 'connector', menuItem('More', 'New token'), '[role="dialog"]'),
  opened('agent actions', 'agent', click('More'), '[role="menuitem"]'),
  opened('token of an agent', 'agent', menuItem('More', 'Create token'), '[role="dialog"]'),
  opened(
    'revoke an agent token',
    'agent',
    clickFirst('[aria-label^="Revoke token"]'),
    '[role="dialog"]',
  ),
  opened('delete agent', 'agent', menuItem('More', 'Delete agent'), '[role="dialog"]'),
  opened('rules of a queue', 'queue', click('Edit the rules of customs'), '[role="dialog"]'),
  opened('new webhook', 'webhooks', press('c'), 'aside input'),
  opened('rotate secret', 'webhook', menuItem('More', 'Rotate secret'), '[role="dialog"]'),
  opened('delete webhook', 'webhook', menuItem('More', 'Delete'), '[role="dialog"]'),
  opened('delivery', 'deliveries', press('j', 'Enter'), 'aside'),
  opened('add field', 'settings-fields', click('Add field'), 'aside input'),
  opened('edit field', 'settings-fields', click('Carrier'), 'aside fieldset'),
  opened('field actions', 'settings-fields', click('Actions for Carrier'), '[role="menuitem"]'),
  opened(
    'custom value',
    'task',
    clickFirst('[data-property="field:declared_weight"]'),
    'form input',
  ),
  opened('custom choice', 'task', clickFirst('[data-property="field:carrier"]'), '[role="option"]'),
  opened('add user', 'settings-users', click('Add user'), 'aside input'),
  opened('user actions', 'settings-users', click('Actions for admin'), '[role="menuitem"]'),
  opened('new schedule', 'settings-recurring', click('New schedule'), 'aside input'),
  opened('new template', 'settings-recurring', click('New template'), 'aside textarea'),
  opened(
    'schedule actions',
    'settings-recurring',
    click('Actions for Stock count of the cold store'),
    '[role="menuitem"]',
  ),
  opened('save as template', 'task', menuItem('More', 'Save as template'), '[role="dialog"]'),
  opened(
    'audit entry',
    'settings-audit',
    clickFirst('main button[aria-expanded]'),
    'main [id] code',
  ),
]
