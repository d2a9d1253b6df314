// The shapes of everything an integration returns, matching the types of the kit.
import type {
  Choice,
  ConnectionReport,
  Gone,
  Parsed,
  PushResult,
  Registration,
  RemoteTask,
  Verification,
} from '@task-service/kit'
import type { PullBatch } from '#agent/plugin-session.ts'
import {
  byField,
  type Check,
  id,
  list,
  mapOf,
  nullable,
  number,
  oneOf,
  reader,
  record,
  text,
  time,
  unchecked,
  yesOrNo,
} from './shape.ts'

const LONG = 4 * 2 ** 20

const person = record({ id, name: text() })
const ref = record({ id, 'createdAt?': text() })
const group = oneOf('open', 'started', 'done', 'failed', 'canceled')

const fields = record({
  'title?': text(LONG),
  'description?': text(LONG),
  'status?': id,
  'priority?': nullable(id),
  'assignee?': nullable(id),
  'labels?': list(text()),
  'due_at?': nullable(time),
  'custom?': mapOf(unchecked),
})

const comment = record({
  id,
  body: text(LONG),
  author: person,
  createdAt: time,
  'updatedAt?': time,
  'marker?': text(),
})

const contextRecord = record({
  kind: id,
  id,
  title: text(),
  'url?': text(),
  facts: list(record({ name: text(), value: text(LONG) })),
})

const task = record({
  ref,
  key: text(),
  url: text(),
  version: text(),
  createdAt: time,
  updatedAt: time,
  'actor?': person,
  fields,
  'rawDescription?': text(LONG),
  'comments?': list(comment),
  'context?': list(contextRecord),
  'marker?': text(),
})

const gone = record({ gone: oneOf(true), why: text() })
const isGone = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'gone' in value

const taskOrGone: Check = (value, place) => (isGone(value) ? gone : task)(value, place)

const report = record({
  self: person,
  'server?': record({ name: text(), 'version?': text() }),
  missingScopes: list(text()),
  warnings: list(text()),
  'clockSkewMs?': number,
  'sample?': nullable(record({ title: text(LONG), url: text() })),
  'total?': number,
})

const choice = record({
  id,
  name: text(),
  'group?': group,
  'type?': oneOf('text', 'number', 'boolean', 'date', 'choice'),
  'required?': yesOrNo,
  'email?': text(),
})

const batch = record({
  items: list(byField('kind', { upsert: record({ task }), delete: record({ ref }) })),
  'total?': number,
  'cursor?': unchecked,
})

const pushed: Check = byField('ok', {
  true: record({
    ref,
    'version?': text(),
    'commentId?': id,
    skipped: list(record({ field: text(), why: text() })),
  }),
  false: byField('reason', { conflict: record({ current: task }), gone: record({ why: text() }) }),
})

const signed = record({
  secret: id,
  hash: oneOf('sha256', 'sha1'),
  encoding: oneOf('hex', 'base64'),
  signed: list((value, place) => {
    if (value !== 'body' && value !== 'secret') record({ text: text(LONG) })(value, place)
  }, 50),
  presented: text(),
  'sentAt?': number,
  'toleranceMs?': number,
})

const verification = byField('kind', {
  hmac: signed,
  hash: signed,
  equal: record({ secret: id, presented: text() }),
  refuse: record({ why: text() }),
})

const hint = record({ ref, kind: oneOf('changed', 'deleted'), 'actor?': person })

export const shapes = {
  report: reader<ConnectionReport>(report, 'report'),
  choices: reader<Choice[]>(list(choice), 'choices'),
  batch: reader<PullBatch>(batch, 'batch'),
  taskOrGone: reader<RemoteTask | Gone>(taskOrGone, 'task'),
  taskOrNull: reader<RemoteTask | null>(nullable(task), 'task'),
  pushResult: reader<PushResult>(pushed, 'result'),
  verification: reader<Verification>(verification, 'verification'),
  parsed: reader<Parsed>(record({ 'deliveryId?': text(), hints: list(hint) }), 'message'),
  registration: reader<Registration>(record({ id, 'expiresAt?': time }), 'registration'),
}
