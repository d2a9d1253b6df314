// Exceptions of the catalog lint for attachments, whose sweep looks across tenants.
import type { CatalogException } from './catalog-exception.ts'

const sweep =
  'finds uploads that ended and files of deleted tasks, of all tenants; sees keys, states, times and where the content is'

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
]
