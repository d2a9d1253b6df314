// What the search of tasks needs beside row-level security: functions that compare texts of one tenant and return IDs.
import type { CatalogException } from './catalog-exception.ts'

export const searchExceptions: readonly CatalogException[] = [
  {
    rule: 'listed-policy',
    object: 'find_words on tasks: select to search using true check -',
    why: 'LIKE and full-text operators are not leakproof; the functions over it give back ids only',
  },
  {
    rule: 'listed-definer',
    object: 'search_task_ids(text)',
    why: 'search of the previous release, ids only',
  },
  {
    rule: 'listed-definer',
    object: 'find_task_ids(text[],tsquery[],bigint)',
    why: 'search of tasks, ids only',
  },
  {
    rule: 'listed-execute',
    object: 'app: search_task_ids(text)',
    why: 'the list of tasks of the previous release filters by words',
  },
  {
    rule: 'listed-execute',
    object: 'app: find_task_ids(text[],tsquery[],bigint)',
    why: 'the list of tasks filters by terms',
  },
  ...[
    'fold_text(text)',
    'without_nul(json)',
    'readable_task_text(text,json)',
    'task_text(text,json)',
  ].flatMap((name) =>
    ['app', 'group', 'search'].map((role) => ({
      rule: 'listed-execute' as const,
      object: `${role}: ${name}`,
      why: 'an index has the text of each task, and a search compares it',
    })),
  ),
  {
    rule: 'listed-execute',
    object: 'feed: without_nul(json)',
    why: 'the dispatcher reads single values of events, which may contain U+0000',
  },
  ...['search_pattern(text)', 'search_words(text,boolean)', 'quote_term(text)'].map((name) => ({
    rule: 'listed-execute' as const,
    object: `app: ${name}`,
    why: 'a term of a search as the indexes have it',
  })),
  ...['search_task_ids(text)', 'find_task_ids(text[],tsquery[],bigint)'].map((name) => ({
    rule: 'listed-ownership' as const,
    object: `search: function ${name}`,
    why: 'a definer function runs as its owner',
  })),
  {
    rule: 'listed-grant',
    object:
      'search: SELECT (tenant_id), SELECT (id), SELECT (external_id), SELECT (search), SELECT (doc) on tasks',
    why: 'compares texts with the terms of a search; its functions return ids only',
  },
]
