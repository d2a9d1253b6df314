// Maps the statuses and priorities of the provider to those of tasks, and back.
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Mapping, RemoteChoice } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import classes from './mapping.module.css'

const kinds = {
  statuses: [
    'triage',
    'ready',
    'in_progress',
    'input_required',
    'in_review',
    'completed',
    'failed',
    'canceled',
  ],
  priorities: ['urgent', 'high', 'normal', 'low'],
} as const
type Kind = keyof typeof kinds

type Given = {
  integrationId: string
  /** Its display name. */
  provider: string
  draft: Mapping
  /** The effective mapping, with suggestions; undefined before items were read. */
  effective: Record<string, unknown> | undefined
  onChange: (mapping: Mapping) => void
}

export function ValueRules(given: Given) {
  return (['statuses', 'priorities'] as const).map((kind) => (
    <ValueCard key={kind} kind={kind} {...given} />
  ))
}

type Pairs = { in?: Record<string, string>; out?: Record<string, string> }

function ValueCard(given: Given & { kind: Kind }) {
  const { kind, integrationId, provider, draft, effective, onChange } = given
  const { t } = useTranslation('integrations')
  const choices = useQuery({
    queryKey: ['integrations', 'discover', integrationId, kind],
    staleTime: 5 * 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      (
        await call('integrations.discover', {
          params: { integration: integrationId },
          query: { what: kind },
          signal,
        })
      ).body.data,
  })
  if (choices.data?.length === 0) return null
  const rules = (draft[kind] ?? {}) as Pairs // the two kinds differ in their words only
  const set = (side: 'in' | 'out', name: string, value: string | null) => {
    const { [name]: _, ...others } = rules[side] ?? {}
    const changed = value === null ? others : { ...others, [name]: value }
    onChange({ ...draft, [kind]: { ...rules, [side]: changed } })
  }
  return (
    <Card title={t(`mapping.${kind}`)}>
      {kind === 'statuses' && (
        <p className={classes['text']}>{t('mapping.statusesText', { provider })}</p>
      )}
      {choices.isPending && <RowSkeleton rows={3} height={44} />}
      {choices.isError && (
        <ErrorState
          what={t(`mapping.${kind}`)}
          error={choices.error}
          onRetry={() => void choices.refetch()}
        />
      )}
      {choices.data && (
        <Pairing
          kind={kind}
          choices={choices.data}
          rules={rules}
          suggested={effective?.[kind] ?? {}}
          onSet={set}
        />
      )}
    </Card>
  )
}

function Pairing({
  kind,
  choices,
  rules,
  suggested,
  onSet,
}: {
  kind: Kind
  choices: readonly RemoteChoice[]
  rules: Pairs
  suggested: Pairs
  onSet: (side: 'in' | 'out', name: string, value: string | null) => void
}) {
  const { t } = useTranslation('integrations')
  const { t: tasks } = useTranslation('tasks')
  const { t: common } = useTranslation()
  const wordOf = (word: string): string =>
    kind === 'statuses'
      ? tasks(`statusChoice.${word as (typeof kinds)['statuses'][number]}`) // a word of that list
      : common(`priority.${word as (typeof kinds)['priorities'][number]}`) // a word of that list
  const local = kinds[kind].map((value) => ({ value, label: wordOf(value) }))
  const remote = choices.map(({ id, name }) => ({ value: id, label: name }))
  const suggest = (value: string | undefined, among: { value: string; label: string }[]) => {
    const name = among.find((one) => one.value === value)?.label
    return name === undefined ? t('mapping.suggested') : t('mapping.suggestedAs', { name })
  }
  return (
    <div className={classes['pairs']}>
      {choices.map(({ id, name }) => (
        <Select
          key={id}
          label={t('mapping.mapsTo', { name })}
          placeholder={suggest(suggested.in?.[id], local)}
          clearable
          data={local}
          value={rules.in?.[id] ?? null}
          onChange={(value) => onSet('in', id, value)}
        />
      ))}
      {local.map(({ value: word, label }) => (
        <Select
          key={word}
          label={t('mapping.sends', { name: label })}
          placeholder={suggest(suggested.out?.[word], remote)}
          clearable
          data={remote}
          value={rules.out?.[word] ?? null}
          onChange={(value) => onSet('out', word, value)}
        />
      ))}
    </div>
  )
}
