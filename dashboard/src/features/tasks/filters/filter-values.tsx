// The values a filter can have, to choose from.
import { useQuery } from '@tanstack/react-query'
import type { Priority, Status } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { PRIORITIES, STATUSES } from '#api/transitions.gen.ts'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { integrationsQuery } from '#features/integrations/integrations-query.ts'
import {
  CONFIRMATIONS,
  CREATED_RANGES,
  DUE_RANGES,
  type FilterField,
  ME,
  type TaskSearch,
  UNASSIGNED,
} from '../data/task-search.ts'
import { useFacets } from '../data/use-facets.ts'
import { LabelDot } from '../marks/label-chip.tsx'
import { StatusMark } from '../marks/status-mark.tsx'
import { type Choice, ChoiceList, choicesLike } from '../pickers/choice-list.tsx'

type Props = {
  search: TaskSearch
  onChange: (search: TaskSearch, isDone: boolean) => void
}

const toggled = <T,>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

export function FilterValues({ field, ...props }: Props & { field: FilterField }) {
  if (isFixed(field)) return <FixedValues field={field} {...props} />
  if (field === 'integration') return <IntegrationValues {...props} />
  return <KnownValues field={field} {...props} />
}

const FIXED = ['status', 'priority', 'due', 'created', 'confirmation'] as const
type FixedField = (typeof FIXED)[number]

const isFixed = (field: FilterField): field is FixedField =>
  (FIXED as readonly FilterField[]).includes(field)

function useFixedChoices(field: FixedField, search: TaskSearch): Choice[] {
  const { t } = useTranslation(['tasks', 'common'])
  if (field === 'status') {
    return STATUSES.map((status) => ({
      value: status,
      label: t(`tasks:statusChoice.${status}`),
      icon: <StatusMark status={status} />,
      checked: search.status.includes(status),
    }))
  }
  if (field === 'priority') {
    return PRIORITIES.map((priority) => ({
      value: priority,
      label: t(`common:priority.${priority}`),
      icon: <PriorityIcon priority={priority} />,
      checked: search.priority.includes(priority),
    }))
  }
  if (field === 'created') {
    return CREATED_RANGES.map((range) => ({
      value: range,
      label: t(`tasks:createdRange.${range}`),
      checked: search.created === range,
    }))
  }
  if (field === 'confirmation') {
    return CONFIRMATIONS.map((state) => ({
      value: state,
      label: t(`tasks:confirmation.${state}`),
      checked: search.confirmation === state,
    }))
  }
  return DUE_RANGES.map((range) => ({
    value: range,
    label: t(`tasks:dueRange.${range}`),
    checked: search.due === range,
  }))
}

function FixedValues({ field, search, onChange }: Props & { field: FixedField }) {
  const { t } = useTranslation('tasks')
  const [typed, setTyped] = useState('')
  const choices = useFixedChoices(field, search)
  const choose = (value: string) => {
    if (field === 'due' || field === 'created' || field === 'confirmation') {
      return onChange({ ...search, [field]: value }, true)
    }
    if (field === 'status') {
      return onChange({ ...search, status: toggled(search.status, value as Status) }, false) // one of the choices
    }
    onChange({ ...search, priority: toggled(search.priority, value as Priority) }, false) // one of the choices
  }
  return (
    <ChoiceList
      label={t(`filter.${field}`)}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={choose}
      multiple={field === 'status' || field === 'priority'}
    />
  )
}

function useKnownChoices(field: KnownField, search: TaskSearch, typed: string): Choice[] {
  const { t } = useTranslation(['tasks', 'common'])
  const username = useMe()?.user.username
  const known = useFacets(field, typed)
  if (field === 'label') {
    return [...new Set([...search.label, ...known])].map((name) => ({
      value: name,
      label: name,
      icon: <LabelDot name={name} />,
      checked: search.label.includes(name),
    }))
  }
  const choices: Choice[] = known.map((name) => ({
    value: name,
    label: name,
    checked: search[field] === name,
    ...(field === 'assignee' && { icon: <Worker assignee={name} size={18} /> }),
  }))
  if (field === 'delegate' || field === 'source') {
    const none = {
      value: UNASSIGNED,
      label: t('tasks:filterNone'),
      checked: search[field] === UNASSIGNED,
    }
    return [none, ...choices]
  }
  if (field !== 'assignee') return choices
  const me = { value: ME, label: t('tasks:me'), checked: search.assignee === ME }
  const unassigned = {
    value: UNASSIGNED,
    label: t('common:unassigned'),
    checked: search.assignee === UNASSIGNED,
  }
  return [
    { ...me, icon: <Worker assignee={username ?? t('tasks:me')} size={18} /> },
    { ...unassigned, icon: <Worker assignee={null} size={18} /> },
    ...choices,
  ]
}

type KnownField = 'assignee' | 'label' | 'queue' | 'source' | 'delegate'

/** They have names and IDs, of which the ID stands in the address. */
function IntegrationValues({ search, onChange }: Props) {
  const { t } = useTranslation('tasks')
  const [typed, setTyped] = useState('')
  const { data } = useQuery(integrationsQuery)
  const choices: Choice[] = [
    { value: UNASSIGNED, label: t('filterNone'), checked: search.integration === UNASSIGNED },
    ...(data ?? []).map(({ id, name }) => ({
      value: id,
      label: name,
      checked: search.integration === id,
    })),
  ]
  return (
    <ChoiceList
      label={t('filter.integration')}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(integration) => onChange({ ...search, integration }, true)}
      multiple={false}
    />
  )
}

function KnownValues({ field, search, onChange }: Props & { field: KnownField }) {
  const { t } = useTranslation('tasks')
  const [typed, setTyped] = useState('')
  const choices = useKnownChoices(field, search, typed)
  return (
    <ChoiceList
      label={t(`filter.${field}`)}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) =>
        field === 'label'
          ? onChange({ ...search, label: toggled(search.label, value).slice(0, 10) }, false)
          : onChange({ ...search, [field]: value }, true)
      }
      multiple={field === 'label'}
    />
  )
}
