// What custom fields need beside row-level security: functions that derive the rows of a task's values.
import type { CatalogException } from './catalog-exception.ts'

export const fieldExceptions: readonly CatalogException[] = [
  'field_text(text,json,json)',
  'field_number(text,json,json)',
  'field_rows(uuid,json)',
].map((name) => ({
  rule: 'listed-execute' as const,
  object: `app: ${name}`,
  why: 'writing a task writes the rows of its custom fields, with the permissions of the writer',
}))
