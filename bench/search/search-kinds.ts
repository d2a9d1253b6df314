// The searches whose speed is followed as data grows: parts of words, accents, fields, and what people combine.
import { listOf, type RequestKind } from '../lib/by-size/request-kind.ts'

export const searchKinds: readonly RequestKind[] = [
  listOf('part of a word, common', { q: 'voice' }),
  listOf('accents, common', { q: 'ìnvoíce' }),
  listOf('beginning of a word in descriptions', { q: 'custo' }),
  listOf('two parts of words', { q: 'voice rehouse' }),
  listOf('part of a word and status', { q: 'voice', status: 'ready' }),
  {
    name: 'part of a field, rare',
    subject: 'field',
    path: ({ sample }) => `/api/tasks?limit=50&q=${sample?.fieldPart}`,
  },
  {
    name: 'word, rare',
    subject: 'task',
    path: ({ sample }) => `/api/tasks?limit=50&q=${sample?.rareWord}`,
  },
  listOf('no match', { q: 'qzxjwv' }),
]
