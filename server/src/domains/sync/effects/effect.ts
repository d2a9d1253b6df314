// Effects as pure values: what would be written to an item, and everything that it was computed from.
import type { AgentWrites, Effect, Task } from '@task-service/contract'
import type { Json } from '@task-service/kit'
import type { LinkRow } from '#domains/sync/links/index.ts'
import {
  type Dictionary,
  localValues,
  merge,
  type Shadow,
  type Values,
} from '#domains/sync/merge/index.ts'
import type { Work } from '#domains/sync/work/index.ts'
import { encodeId } from '#lib/ids.ts'
import { canonicalHash } from '#lib/json/canonical-json.ts'

/** The item and its integration, as far as an effect depends on them. */
export type Source = {
  integration: Pick<Work['integration'], 'id' | 'provider' | 'config'>
  dictionary: Dictionary
  /** Its plugin runs a statement in a database. */
  isEdge: boolean
  link: LinkRow
}

/** Whose effect it is; without a run for comments and created tasks. */
export type Cause = { runId: string | null; agent: string; policy: AgentWrites }

export type Fields = Effect['fields']

/** Without those in `open`, which a conflict keeps from being sent. */
export function fieldsFromShadow(
  dictionary: Dictionary,
  shadow: Shadow,
  task: Task,
  open: ReadonlySet<string>,
): Fields {
  // The item is taken for what it was when both sides last agreed. The sender compares that with what it is.
  const remote = Object.fromEntries(
    Object.entries(shadow).map(([field, agreed]) => [field, agreed.remote]),
  )
  const local = localValues(dictionary, task)
  const merged = merge(dictionary, { shadow, remote, local, remoteAt: 0, localAt: 0 })
  const send = Object.entries(merged.send).filter(([field]) => !open.has(field))
  return fieldsFromMerge(Object.fromEntries(send), merged.shadow)
}

/** A field that is to be sent has the item's value in the shadow until that is confirmed. */
export function fieldsFromMerge(send: Values, shadow: Shadow): Fields {
  return Object.fromEntries(
    Object.entries(send).map(([field, to]) => [
      field,
      { from: inOrder(field, shadow[field]?.remote ?? null), to: inOrder(field, to) },
    ]),
  )
}

/** The order of labels means nothing, so it must not change the hash. */
function inOrder(field: string, value: Json): Json {
  return field === 'labels' && Array.isArray(value)
    ? value.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
    : value
}

export function updateEffect(source: Source, cause: Cause, task: Task, fields: Fields): Effect {
  const result = task.result ?? null
  return {
    ...effectOf(source, cause, Object.keys(fields)),
    kind: 'update',
    fields,
    statement: statementOf(source, task),
    result_hash: result === null ? null : canonicalHash(result),
  }
}

/** `wanted` has the values of the new item. */
export function createEffect(source: Source, cause: Cause, wanted: Values): Effect {
  const effect = effectOf(source, cause, Object.keys(wanted))
  return { ...effect, kind: 'create', fields: fieldsFromMerge(wanted, {}) }
}

export function commentEffect(
  source: Source,
  cause: Cause,
  comment: { id: string; body: string },
): Effect {
  return {
    ...effectOf(source, cause, []),
    kind: 'comment',
    comment: { id: encodeId('comment', comment.id), body: comment.body },
  }
}

function effectOf(
  { integration, dictionary, link }: Source,
  { runId, agent, policy }: Cause,
  fields: readonly string[],
): Omit<Effect, 'kind'> {
  return {
    integration_id: encodeId('integration', integration.id),
    provider: integration.provider,
    link_id: encodeId('link', link.id),
    external_id: link.external_id,
    external_key: link.external_key,
    fields: {},
    comment: null,
    statement: null,
    result_hash: null,
    source_revision: link.external_version,
    mapping: hashSettings(integration.config, dictionary, fields),
    run_id: runId && encodeId('run', runId),
    agent,
    policy,
  }
}

/** People of the vendor come and go; they matter only to who is assigned. */
function hashSettings(
  config: Work['integration']['config'],
  { mapping }: Dictionary,
  fields: readonly string[],
): string {
  const { people, ...rest } = mapping
  const used = fields.includes('assignee') ? { ...rest, people } : rest
  // As JSON: a word that is not mapped is undefined in the mapping and absent in its text.
  return canonicalHash(JSON.parse(JSON.stringify({ config, mapping: used })))
}

/**
 * The plugin fills the templates of the parameters with these values; which parameters there are only the connector knows.
 * The time of completion is missing: it is not known before the approval.
 */
function statementOf({ integration, isEdge, link }: Source, task: Task): Effect['statement'] {
  const { write_statement: name, write_params: parameters, database = '' } = integration.config
  if (!isEdge || typeof name !== 'string') return null
  return {
    database: String(database),
    name,
    parameters: typeof parameters === 'string' ? parameters : null,
    values: {
      key: link.external_id,
      version: link.external_version,
      ...templateValues(task),
    },
  }
}

/** By the names that templates use, such as `task.title`. */
function templateValues({ id, number, title, status, assignee, result = null }: Task) {
  const values = { id, number: `T-${number}`, title, status, assignee, result }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`task.${name}`, value]))
}

/** What is written, without what is there. */
export function valuesOf({ fields }: Pick<Effect, 'fields'>): Values {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { to }]) => [field, to as Json]), // from a mapping
  )
}
