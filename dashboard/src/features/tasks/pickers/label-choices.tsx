// Adds labels to tasks and takes them off; a new one is made by typing it.
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFacets } from '../data/use-facets.ts'
import { LabelDot } from '../marks/label-chip.tsx'
import { ChoiceList } from './choice-list.tsx'

export function LabelChoices({
  tasks,
  onToggle,
}: {
  tasks: readonly Pick<Task, 'labels'>[]
  onToggle: (label: string, wanted: boolean) => void
}) {
  const { t } = useTranslation('tasks')
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const known = useFacets('label', typed)
  const own = [...new Set(tasks.flatMap(({ labels }) => labels))]
  const names = [...new Set([...own, ...known])].filter((name) =>
    name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase()),
  )
  const count = (name: string) => tasks.filter(({ labels }) => labels.includes(name)).length
  const choices = names.map((name) => ({
    value: name,
    label: name,
    icon: <LabelDot name={name} />,
    checked: count(name) === tasks.length,
    ...(count(name) > 0 &&
      count(name) < tasks.length && {
        hint: t('picker.some', { some: count(name), all: tasks.length }),
      }),
  }))
  if (wanted && !names.includes(wanted)) {
    choices.push({
      value: wanted,
      label: t('picker.newLabel', { name: wanted }),
      icon: <LabelDot name={wanted} />,
      checked: false,
    })
  }
  return (
    <ChoiceList
      label={t('picker.label')}
      choices={choices}
      typed={typed}
      onType={(text) => setTyped(text.slice(0, 64))}
      onChoose={(name) => onToggle(name, count(name) < tasks.length)}
      multiple
    />
  )
}
