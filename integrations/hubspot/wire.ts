// HubSpot's shapes, as much of them as is read, and the way to and from a task.
import {
  type ContextRecord,
  fingerprint,
  type Json,
  type Context as KitContext,
  type RemoteFields,
  type RemoteTask,
  type SkippedField,
  type StatusGroup,
} from '@task-service/kit'
import { addMark, splitMark, toHtml, toMarkdown } from './text.ts'

export type Config = { base_url: string; app_url: string; portal_id: string }
export type Context = KitContext<Config>

export type CrmObject = {
  id: string
  properties: Record<string, string | null | undefined>
  createdAt: string
  updatedAt: string
  associations?: Record<string, { results: { id: string }[] }>
}

export const taskProperties = [
  'hs_task_subject',
  'hs_task_body',
  'hs_task_status',
  'hs_task_priority',
  'hubspot_owner_id',
  'hs_timestamp',
  'hs_lastmodifieddate',
]

/**
 * What an account adds of its own is unknown; what HubSpot ships is not. Of each group the first is the one that a
 * task without further wishes gets.
 */
export const statusGroups: Readonly<Record<string, StatusGroup>> = {
  NOT_STARTED: 'open',
  DEFERRED: 'open',
  IN_PROGRESS: 'started',
  WAITING: 'started',
  COMPLETED: 'done',
}

/** Ids of kinds of records in the addresses of HubSpot's pages. */
const kindIds = { task: '0-27', contact: '0-1', deal: '0-3' } as const
export const taskKindId = kindIds.task

const pageUrl = ({ app_url, portal_id }: Config, kind: keyof typeof kindIds, id: string): string =>
  `${app_url.replace(/\/+$/, '')}/contacts/${portal_id}/record/${kindIds[kind]}/${id}`

export const timeOf = ({ properties, updatedAt }: CrmObject): string =>
  new Date(properties['hs_lastmodifieddate'] ?? updatedAt).toISOString()

/** An empty choice and none are the same to HubSpot. */
const choice = (value: string | null | undefined): string | null =>
  value == null || value === '' || value === 'NONE' ? null : value

export function readTask(object: CrmObject, config: Config, context: ContextRecord[]): RemoteTask {
  const { id, properties, createdAt } = object
  const stored = properties['hs_task_body'] ?? ''
  const { html, marker } = splitMark(stored)
  const due = properties['hs_timestamp']
  const fields = {
    title: properties['hs_task_subject'] ?? '',
    description: toMarkdown(html),
    status: properties['hs_task_status'] ?? 'NOT_STARTED',
    priority: choice(properties['hs_task_priority']),
    assignee: choice(properties['hubspot_owner_id']),
    due_at: due == null || due === '' ? null : new Date(due).toISOString(),
  }
  const updatedAt = timeOf(object)
  return {
    // Ids are never given twice.
    ref: { id },
    key: `Task ${id}`,
    url: pageUrl(config, 'task', id),
    version: `${updatedAt}.${fingerprint(JSON.stringify([fields, stored]))}`,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt,
    fields,
    rawDescription: stored,
    context,
    ...(marker !== undefined && { marker }),
  }
}

export function writeProperties(
  fields: RemoteFields,
  marker?: string,
): { properties: Record<string, string>; skipped: SkippedField[] } {
  const { title, description, status, priority, assignee, due_at, labels, custom = {} } = fields
  const isMarked = description !== undefined || marker !== undefined
  const properties = {
    ...(title !== undefined && { hs_task_subject: title }),
    ...(isMarked && { hs_task_body: addMark(toHtml(description ?? ''), marker) }),
    ...(status !== undefined && { hs_task_status: status }),
    ...(priority !== undefined && { hs_task_priority: priority ?? '' }),
    ...(assignee !== undefined && { hubspot_owner_id: assignee ?? '' }),
    ...(due_at != null && { hs_timestamp: new Date(due_at).toISOString() }),
  }
  const none = 'HubSpot tasks do not have this field.'
  const skipped: SkippedField[] = [
    ...(due_at === null ? [{ field: 'due_at' as const, why: 'HubSpot requires a due date.' }] : []),
    ...(labels !== undefined ? [{ field: 'labels' as const, why: none }] : []),
    ...Object.keys(custom).map((name) => ({ field: `custom.${name}` as const, why: none })),
  ]
  return { properties, skipped }
}

export const contextKinds = {
  contacts: { properties: ['firstname', 'lastname', 'email', 'phone'], read: readContact },
  deals: { properties: ['dealname', 'amount', 'dealstage', 'closedate'], read: readDeal },
} as const

export type ContextKind = keyof typeof contextKinds

const facts = (pairs: [string, string | null | undefined][]): ContextRecord['facts'] =>
  pairs.flatMap(([name, value]) => (value == null || value === '' ? [] : [{ name, value }]))

function readContact({ id, properties }: CrmObject, config: Config): ContextRecord {
  const name = [properties['firstname'], properties['lastname']].filter(Boolean).join(' ')
  return {
    kind: 'contact',
    id,
    title: name || properties['email'] || `Contact ${id}`,
    url: pageUrl(config, 'contact', id),
    facts: facts([
      ['Email', properties['email']],
      ['Phone', properties['phone']],
    ]),
  }
}

function readDeal({ id, properties }: CrmObject, config: Config): ContextRecord {
  return {
    kind: 'deal',
    id,
    title: properties['dealname'] || `Deal ${id}`,
    url: pageUrl(config, 'deal', id),
    facts: facts([
      ['Amount', properties['amount']],
      ['Stage', properties['dealstage']],
      ['Closes', properties['closedate']?.slice(0, 10)],
    ]),
  }
}

export type Body = { [name: string]: Json }
