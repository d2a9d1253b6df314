// What differs between two versions of the same effects, so that a person sees what is new before deciding again.
import type { ApprovalEdit, Effect } from '@task-service/contract'

export type Difference =
  | 'source'
  | 'mapping'
  | 'policy'
  | 'run'
  | 'fields'
  | 'comment'
  | 'result'
  | 'statement'

export type ComparedEffect = {
  effect: Effect
  /** Undefined if it is new, or if there is no earlier version at all. */
  before: Effect | undefined
  isNew: boolean
  differences: readonly Difference[]
}

export type Comparison = { changes: readonly ComparedEffect[]; removed: readonly Effect[] }

const KINDS: readonly Effect['kind'][] = ['create', 'update', 'comment']

export const keyOf = ({ link_id: link, kind, comment }: Effect): string =>
  `${link} ${kind} ${comment?.id ?? ''}`

/** System by system, the item before its comments. */
export function orderEffects(effects: readonly Effect[]): Effect[] {
  const links = [...new Set(effects.map(({ link_id: link }) => link))]
  const placeOf = ({ link_id: link, kind }: Effect) =>
    links.indexOf(link) * KINDS.length + KINDS.indexOf(kind)
  return effects.toSorted((one, other) => placeOf(one) - placeOf(other))
}

export function compareEffects(
  effects: readonly Effect[],
  earlier: readonly Effect[] | undefined,
): Comparison {
  const known = new Map(earlier?.map((effect) => [keyOf(effect), effect]))
  const current = new Set(effects.map(keyOf))
  return {
    changes: orderEffects(effects).map((effect) => {
      const before = known.get(keyOf(effect))
      return {
        effect,
        before,
        isNew: earlier !== undefined && before === undefined,
        differences: before ? differencesOf(before, effect) : [],
      }
    }),
    removed: earlier?.filter((effect) => !current.has(keyOf(effect))) ?? [],
  }
}

function differencesOf(before: Effect, after: Effect): Difference[] {
  const parts: [Difference, (effect: Effect) => unknown][] = [
    ['source', (effect) => effect.source_revision],
    ['mapping', (effect) => effect.mapping],
    ['policy', (effect) => effect.policy],
    ['run', (effect) => [effect.run_id, effect.agent]],
    ['fields', (effect) => sorted(effect.fields)],
    ['comment', (effect) => effect.comment?.body],
    ['result', (effect) => effect.result_hash],
    ['statement', (effect) => effect.statement && withoutResult(effect.statement)],
  ]
  return parts.flatMap(([name, part]) => (isSame(part(before), part(after)) ? [] : [name]))
}

/** The result is compared by its hash. */
function withoutResult({ values, ...rest }: NonNullable<Effect['statement']>) {
  const { 'task.result': _, ...others } = values
  return [rest.database, rest.name, rest.parameters, sorted(others)]
}

const sorted = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1))

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Whether nothing differs but what the person has edited, so that it can be approved without another look. */
export function isOnlyEdited(
  before: readonly Effect[],
  after: readonly Effect[],
  edit: ApprovalEdit,
): boolean {
  const { changes, removed } = compareEffects(after, before)
  const texts = new Map(edit.comments?.map(({ id, body }) => [id, body]))
  const isExpected = ({ effect }: ComparedEffect, difference: Difference): boolean => {
    if (difference === 'result') return 'result' in edit
    const { comment } = effect
    return difference === 'comment' && comment !== null && texts.get(comment.id) === comment.body
  }
  return (
    removed.length === 0 &&
    changes.every(
      (change) => !change.isNew && change.differences.every((one) => isExpected(change, one)),
    )
  )
}
