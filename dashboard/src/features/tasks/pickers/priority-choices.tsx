// Chooses how much tasks matter.
import type { Priority, Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PRIORITIES } from '#api/transitions.gen.ts'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { ChoiceList, choicesLike } from './choice-list.tsx'

export function PriorityChoices({
  tasks,
  onChoose,
}: {
  tasks: readonly Pick<Task, 'priority'>[]
  onChoose: (priority: Priority) => void
}) {
  const { t } = useTranslation(['tasks', 'common'])
  const [typed, setTyped] = useState('')
  const choices = PRIORITIES.map((priority) => ({
    value: priority,
    label: t(`common:priority.${priority}`),
    icon: <PriorityIcon priority={priority} />,
    checked: tasks.every((task) => task.priority === priority),
  }))
  return (
    <ChoiceList
      label={t('tasks:picker.priority')}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => onChoose(value as Priority)} // one of the choices above
    />
  )
}
