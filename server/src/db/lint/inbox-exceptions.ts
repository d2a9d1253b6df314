// Exceptions of the catalog lint for inboxes: the dispatcher notifies people of all tenants, and reads who is concerned.
import type { CatalogException } from './catalog-exception.ts'

const notifies =
  'the dispatcher adds what concerns a person, of any tenant; reads IDs and usernames'
const overOnly = 'deletes what retention says is over, of all tenants; sees keys and times'

const readColumns: Readonly<Record<string, readonly string[]>> = {
  users: ['tenant_id', 'id', 'username', 'disabled_at', 'last_sign_in_at'],
  comments: ['tenant_id', 'id', 'task_id', 'mentions'],
}

const selectOf = (columns: readonly string[]) =>
  columns.map((column) => `SELECT (${column})`).join(', ')

export const inboxExceptions: readonly CatalogException[] = [
  ...Object.entries(readColumns).flatMap(([table, columns]): CatalogException[] => [
    {
      rule: 'listed-policy',
      object: `notify on ${table}: select to feed using true check -`,
      why: notifies,
    },
    { rule: 'listed-grant', object: `feed: ${selectOf(columns)} on ${table}`, why: notifies },
  ]),
  {
    rule: 'listed-policy',
    object: 'notify on notifications: all to feed using true check true',
    why: notifies,
  },
  {
    rule: 'listed-grant',
    object: `feed: DELETE, INSERT, ${selectOf(['tenant_id', 'user_id', 'id', 'kind', 'cause', 'created_at', 'shows_at'])} on notifications`,
    why: notifies,
  },
  {
    rule: 'listed-policy',
    object: 'retention on notifications: all to purge using true check -',
    why: overOnly,
  },
  {
    rule: 'listed-grant',
    object: `purge: DELETE, ${selectOf(['tenant_id', 'user_id', 'id', 'shows_at'])} on notifications`,
    why: overOnly,
  },
]
