// The filters of the audit log: object, actor, actions, time, and the effects of one agent. All are in the URL.
import { MultiSelect, Pill, Select, TextInput } from '@mantine/core'
import { IconCalendar, IconSearch, IconUser } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '@task-service/contract'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AUDIT_ACTIONS } from '#api/audit-actions.gen.ts'
import { useUserNames } from '#api/user-names.ts'
import { KeyHint } from '#components/text/key-hint.tsx'
import { agentsQuery } from '#features/agents/agent-queries.ts'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import { useKeys } from '#lib/keys.ts'
import type { AddressChange } from '#lib/use-address.ts'
import classes from './audit.module.css'
import { useAuditActor } from './audit-actor.tsx'
import { ACTOR_KINDS, type AuditChoice, isObject, SPANS, type Span } from './audit-filter.ts'

type FilterProps = { choice: AuditChoice; onChange: (change: AddressChange) => void }

export function AuditFilters({
  rows,
  ...props
}: FilterProps & {
  /** Whose actors can be chosen, too. */
  rows: readonly AuditEntry[]
}) {
  const { choice, onChange } = props
  return (
    <div className={classes['bar']}>
      <ObjectFilter
        key={choice.object ?? ''}
        value={choice.object ?? ''}
        onChange={(object) => onChange({ object })}
      />
      <ActorFilter {...props} rows={rows} />
      <ActionFilter {...props} />
      <TimeFilter {...props} />
      <EffectsFilter {...props} />
    </div>
  )
}

/** Applied with Enter or when the focus leaves: half an ID is no filter. */
function ObjectFilter({
  value,
  onChange,
}: {
  value: string
  onChange: (object: string | undefined) => void
}) {
  const { t } = useTranslation('settings')
  const [typed, setTyped] = useState(value)
  const [isWrong, setWrong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isDropped = useRef(false)
  const label = t('audit.findObject')
  useKeys(
    useMemo(
      () => [{ keys: '/', group: 'list', label, run: () => field.current?.focus() }],
      [label],
    ),
  )
  const apply = () => {
    // Escape leaves the field, which would apply what was typed.
    if (isDropped.current) return
    const text = typed.trim()
    setWrong(text !== '' && !isObject(text))
    if (text === '') onChange(undefined)
    else if (isObject(text)) onChange(text)
  }
  const keys: Record<string, () => void> = {
    Enter: apply,
    Escape: () => {
      setTyped(value)
      setWrong(false)
      isDropped.current = true
      field.current?.blur()
      isDropped.current = false
    },
  }
  return (
    <TextInput
      ref={field}
      className={classes['field'] ?? ''}
      aria-label={label}
      placeholder={label}
      value={typed}
      error={isWrong && t('audit.wrongObject')}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        setWrong(false)
      }}
      onBlur={apply}
      onKeyDown={({ key }: KeyboardEvent) => keys[key]?.()}
      leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
      rightSection={typed === '' ? <KeyHint keys="/" /> : undefined}
    />
  )
}

function ActorFilter({ choice, rows, onChange }: FilterProps & { rows: readonly AuditEntry[] }) {
  const { t } = useTranslation('settings')
  return (
    <Select
      className={classes['field'] ?? ''}
      aria-label={t('audit.by')}
      placeholder={t('audit.anyone')}
      leftSection={<IconUser size={15} stroke={1.75} aria-hidden="true" />}
      searchable
      clearable
      clearButtonProps={{ tabIndex: 0, 'aria-hidden': false, 'aria-label': t('audit.clear') }}
      nothingFoundMessage={t('audit.noActor')}
      maxDropdownHeight={320}
      value={choice.by ?? null}
      data={useActorChoices(choice.by, rows)}
      onChange={(by) => onChange({ by: by ?? undefined })}
    />
  )
}

/** Kinds first, then people, agents, integrations, and others that are on the screen. */
function useActorChoices(by: string | undefined, rows: readonly AuditEntry[]) {
  const { t } = useTranslation('settings')
  const name = useAuditActor()
  const people = useUserNames()
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data ?? []
  const integrations = useQuery({ ...integrationsQuery, refetchInterval: false }).data ?? []
  const groups = [
    { group: t('audit.kinds'), items: ACTOR_KINDS.map((kind) => [kind, t(`audit.kind.${kind}`)]) },
    {
      group: t('audit.people'),
      items: Object.entries(people).map(([id, label]) => [`user:${id}`, label]),
    },
    { group: t('audit.agents'), items: agents.map((agent) => [`agent:${agent.name}`, agent.name]) },
    {
      group: t('audit.integrations'),
      items: integrations.map((one) => [`system:${one.id}`, one.name]),
    },
  ]
  const known = new Set(groups.flatMap(({ items }) => items.map(([value]) => value)))
  const others = new Map<string, string>(
    rows.map((row) => [`${row.actor.kind}:${row.actor.id}`, name(row)]),
  )
  if (by !== undefined && !others.has(by)) others.set(by, by.slice(by.indexOf(':') + 1))
  return [
    ...groups,
    { group: t('audit.others'), items: [...others].filter(([value]) => !known.has(value)) },
  ]
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({
      group,
      items: items.map(([value = '', label = '']) => ({ value, label })),
    }))
}

function ActionFilter({ choice, onChange }: FilterProps) {
  const { t } = useTranslation('settings')
  return (
    <MultiSelect
      className={classes['actions'] ?? ''}
      aria-label={t('audit.action')}
      placeholder={choice.actions.length === 0 ? t('audit.anyAction') : ''}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('audit.noAction')}
      maxDropdownHeight={320}
      maxValues={50}
      value={[...choice.actions]}
      data={[...AUDIT_ACTIONS]}
      // The library's own button can't be reached by keyboard.
      renderPill={({ option, onRemove }) => (
        <Pill
          withRemoveButton
          removeButtonProps={{
            tabIndex: 0,
            'aria-hidden': false,
            'aria-label': t('audit.removeAction', { action: option.value }),
          }}
          onRemove={() => onRemove?.()}
        >
          {option.value}
        </Pill>
      )}
      onChange={(actions) => onChange({ action: actions.join(',') || undefined })}
    />
  )
}

function TimeFilter({ choice, onChange }: FilterProps) {
  const { t } = useTranslation('settings')
  const change = (span: Span) =>
    onChange({
      span: span === 'all' ? undefined : span,
      ...(span !== 'custom' && { since: undefined, until: undefined }),
    })
  return (
    <>
      <Select
        className={classes['field'] ?? ''}
        aria-label={t('audit.span')}
        leftSection={<IconCalendar size={15} stroke={1.75} aria-hidden="true" />}
        value={choice.span}
        allowDeselect={false}
        data={SPANS.map((value) => ({ value, label: t(`audit.since.${value}`) }))}
        onChange={(value) => value && change(value)}
      />
      {choice.span === 'custom' &&
        (['since', 'until'] as const).map((end) => (
          <TextInput
            key={end}
            type="datetime-local"
            className={classes['field'] ?? ''}
            aria-label={t(`audit.${end}Time`)}
            title={t(`audit.${end}Time`)}
            value={localOf(choice[end])}
            onChange={({ currentTarget: { value } }) =>
              onChange({ [end]: value === '' ? undefined : new Date(value).toISOString() })
            }
          />
        ))}
    </>
  )
}

/** As the browser's own field wants it: local time without a zone. */
function localOf(time: string | undefined): string {
  if (time === undefined) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** What became of the changes of one agent in external systems, and who decided about them. */
function EffectsFilter({ choice: { effectsOf }, onChange }: FilterProps) {
  const { t } = useTranslation('settings')
  const agents = useQuery({ ...agentsQuery, refetchInterval: false }).data ?? []
  const names = agents.map(({ name }) => name)
  // A deleted agent keeps its entries.
  const offered =
    effectsOf === undefined || names.includes(effectsOf) ? names : [effectsOf, ...names]
  if (offered.length === 0) return null
  return (
    <Select
      className={classes['wide'] ?? ''}
      aria-label={t('audit.effectsOf')}
      placeholder={t('audit.anyAgent')}
      clearable
      clearButtonProps={{ tabIndex: 0, 'aria-hidden': false, 'aria-label': t('audit.clear') }}
      searchable
      value={effectsOf ?? null}
      data={offered.map((value) => ({ value, label: t('audit.effectsOfAgent', { agent: value }) }))}
      onChange={(value) => onChange({ effects_of: value ?? undefined })}
    />
  )
}
