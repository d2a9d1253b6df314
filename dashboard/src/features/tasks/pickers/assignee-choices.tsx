// Chooses who answers for tasks: oneself, people who already do, or a name that is typed.
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { Worker } from '#components/marks/worker.tsx'
import { useFacets } from '../data/use-facets.ts'
import { type Choice, ChoiceList } from './choice-list.tsx'

const UNASSIGNED = '\u0000'

export function AssigneeChoices({
  tasks,
  onChoose,
}: {
  tasks: readonly Pick<Task, 'assignee'>[]
  onChoose: (assignee: string | null) => void
}) {
  const { t } = useTranslation(['tasks', 'common'])
  const [typed, setTyped] = useState('')
  const username = useMe()?.user.username
  const known = useFacets('assignee', typed)
  const wanted = typed.trim()
  const fits = (name: string) => name.toLocaleLowerCase().includes(wanted.toLocaleLowerCase())
  const has = (name: string | null) => tasks.every(({ assignee }) => assignee === name)
  const names = [...new Set([...(username ? [username] : []), ...known])].filter(fits)
  const unassigned = t('common:unassigned')
  const choices: Choice[] = [
    ...(fits(unassigned)
      ? [
          {
            value: UNASSIGNED,
            label: unassigned,
            icon: <Worker assignee={null} size={18} />,
            checked: has(null),
          },
        ]
      : []),
    ...names.map((name) => ({
      value: name,
      label: name,
      icon: <Worker assignee={name} size={18} />,
      checked: has(name),
      ...(name === username && { hint: t('tasks:picker.you') }),
    })),
  ]
  if (wanted && !names.includes(wanted)) {
    choices.push({ value: wanted, label: t('tasks:picker.assignNew', { name: wanted }) })
  }
  return (
    <ChoiceList
      label={t('tasks:picker.assignee')}
      choices={choices}
      typed={typed}
      onType={(text) => setTyped(text.slice(0, 200))}
      onChoose={(value) => onChoose(value === UNASSIGNED ? null : value)}
    />
  )
}
