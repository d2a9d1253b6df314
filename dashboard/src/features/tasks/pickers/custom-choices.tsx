// Chooses the value of a custom field: from a list, or by typing it.
import type { Field, Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { useFacets } from '../data/use-facets.ts'
import type { FieldValueToSet } from '../fields/use-set-value.ts'
import { type Choice, ChoiceList, choicesLike } from './choice-list.tsx'
import { ValueForm } from './value-form.tsx'

type Props = {
  field: Field
  tasks: readonly Task[]
  onChoose: (value: FieldValueToSet) => void
}

/** No value begins with it. */
const NONE = '\u0000'

export function CustomChoices(props: Props) {
  if (props.field.type === 'choice') return <NamedChoices {...props} />
  if (props.field.type === 'person') return <PersonChoices {...props} />
  return <ValueForm {...props} />
}

const isSame = (tasks: readonly Task[], key: string, value: unknown): boolean =>
  tasks.every(({ fields }) => (fields[key] ?? null) === value)

function NamedChoices({ field, tasks, onChoose }: Props) {
  const { t } = useTranslation('fields')
  const [typed, setTyped] = useState('')
  const choices: Choice[] = [
    ...field.choices
      .map(({ value, label, archived }) => ({
        value,
        label,
        checked: isSame(tasks, field.key, value),
        ...(archived && { disabled: true, hint: t('archived') }),
      }))
      // One that a task still has stays visible.
      .filter(({ disabled, checked }) => !disabled || checked),
    { value: NONE, label: t('noValue'), checked: isSame(tasks, field.key, null) },
  ]
  return (
    <ChoiceList
      label={field.name}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => onChoose(value === NONE ? null : value)}
    />
  )
}

function PersonChoices({ field, tasks, onChoose }: Props) {
  const { t } = useTranslation('fields')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const known = useFacets('assignee', wanted)
  const current = tasks[0]?.fields[field.key]
  const names = new Set([...(typeof current === 'string' ? [current] : []), ...known])
  const choices: Choice[] = [
    ...[...names].map((name) => ({
      value: name,
      label: name,
      icon: <Worker assignee={name} size={18} />,
      checked: isSame(tasks, field.key, name),
    })),
    { value: NONE, label: t('noValue'), checked: isSame(tasks, field.key, null) },
  ]
  const fitting = choicesLike(choices, typed)
  if (wanted !== '' && !names.has(wanted)) {
    fitting.push({ value: wanted, label: t('useName', { name: wanted }) })
  }
  return (
    <ChoiceList
      label={field.name}
      choices={fitting}
      typed={typed}
      onType={(text) => setTyped(text.slice(0, 200))}
      onChoose={(value) => onChoose(value === NONE ? null : value)}
    />
  )
}
