// Exceptions of the catalog lint for attachments and imports, which workers look for across tenants.
import type { CatalogException } from './catalog-exception.ts'

const sweep =
  'finds uploads that ended and files of deleted tasks, of all tenants; sees keys, states, times and where the content is'

const active = 'workers find the tenants with an import to continue; sees keys and states'
const overOnly = 'deletes imports that retention says are over, of all tenants; sees keys and times'

export const fileExceptions: readonly CatalogException[] = [
  {
    rule: 'listed-policy',
    object:
      "leftover on attachments: select to purge using ((state = 'uploading'::text) OR (task_id IS NULL)) check -",
    why: sweep,
  },
  {
    rule: 'listed-grant',
    object:
      'purge: SELECT (tenant_id), SELECT (id), SELECT (task_id), SELECT (state), SELECT (touched_at), SELECT (in_bucket) on attachments',
    why: sweep,
  },
  {
    rule: 'listed-policy',
    object:
      "sweep on imports: select to feed using (state = ANY (ARRAY['validating'::text, 'importing'::text])) check -",
    why: active,
  },
  {
    rule: 'listed-grant',
    object: 'feed: SELECT (tenant_id), SELECT (id), SELECT (state) on imports',
    why: active,
  },
  {
    rule: 'listed-policy',
    object: 'retention on imports: all to purge using true check -',
    why: overOnly,
  },
  {
    rule: 'listed-grant',
    object: 'purge: DELETE, SELECT (tenant_id), SELECT (id), SELECT (updated_at) on imports',
    why: overOnly,
  },
]
