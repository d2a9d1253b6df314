// Validates the manifest of an integration.
import type { Manifest } from '@task-service/kit'
import {
  type Check,
  id,
  list,
  mapOf,
  number,
  oneOf,
  reader,
  record,
  text,
  wrong,
  yesOrNo,
} from './shape.ts'

/** Part of paths, rows and URLs. */
const providerName: Check = (value, place) => {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(String(value))) wrong(place, 'a name of a-z, 0-9 and -')
}

const fieldName: Check = (value, place) => {
  if (!/^[a-z][a-zA-Z0-9_]{0,39}$/.test(String(value))) wrong(place, 'a name of letters and digits')
}

const scalar: Check = (value, place) => {
  if (!['string', 'number', 'boolean'].includes(typeof value)) wrong(place, 'a simple value')
}

const configField = record({
  name: fieldName,
  label: text(),
  'help?': text(),
  kind: oneOf(
    'text',
    'long_text',
    'url',
    'number',
    'boolean',
    'choice',
    'connector',
    'database',
    'statement',
  ),
  required: yesOrNo,
  'default?': scalar,
  'placeholder?': text(),
  'choices?': list(record({ value: text(), label: text() })),
  'discover?': oneOf('containers'),
  'statements?': oneOf('read', 'write'),
})

const secretField = record({
  name: fieldName,
  label: text(),
  'help?': text(),
  required: yesOrNo,
  'url?': text(),
  'generated?': oneOf(true),
})

const capabilities = record({
  pull: oneOf('incremental', 'full'),
  deletes: oneOf('event', 'sweep', 'none'),
  comments: oneOf('none', 'read', 'readwrite'),
  create: yesOrNo,
  idempotentCreate: oneOf('clientId', 'upsert', 'marker', 'none'),
  optimisticLock: yesOrNo,
  webhooks: oneOf('none', 'manual', 'automatic'),
  textFormat: oneOf('markdown', 'textile', 'html', 'plain'),
  cursorResolutionMs: number,
  overlapMs: number,
  'edge?': oneOf(true),
  'fenced?': oneOf(true),
})

const fieldSupport = record({
  access: oneOf('none', 'read', 'readwrite'),
  remote: text(),
  'lossy?': text(),
  'maxLength?': number,
})

const positive: Check = (value, place) => {
  number(value, place)
  if (Number(value) <= 0) wrong(place, 'more than 0')
}

const rateLimit = record({
  concurrency: positive,
  'minWriteGapMs?': number,
  'window?': record({ requests: positive, ms: positive }),
  'headers?': list(
    record({
      remaining: id,
      'reset?': record({ header: id, unit: oneOf('epoch_seconds', 'seconds', 'milliseconds') }),
    }),
  ),
})

const manifest = record({
  id: providerName,
  version: id,
  displayName: id,
  category: oneOf('issue-tracker', 'crm', 'database', 'other'),
  summary: text(),
  'docsUrl?': text(),
  config: list(configField, 30),
  secrets: list(secretField, 10),
  capabilities,
  fields: mapOf(fieldSupport),
  rateLimit,
  evidence: oneOf('real server', 'vendor contract', 'vendor SDK', 'untested live'),
  pollSeconds: positive,
})

export const readManifest = reader<Manifest>(manifest, 'manifest')
export const readManifests = reader<Manifest[]>(list(manifest), 'manifests')
