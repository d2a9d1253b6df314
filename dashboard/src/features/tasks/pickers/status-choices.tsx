// Chooses the status of tasks; what the table of transitions does not allow is shown and cannot be chosen.
import type { Status, Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STATUSES } from '#api/transitions.gen.ts'
import { movesFrom } from '../data/status-moves.ts'
import { StatusMark } from '../marks/status-mark.tsx'
import { ChoiceList, choicesLike } from './choice-list.tsx'

export function StatusChoices({
  tasks,
  onChoose,
}: {
  tasks: readonly Task[]
  onChoose: (status: Status) => void
}) {
  const { t } = useTranslation('tasks')
  const [typed, setTyped] = useState('')
  const choices = STATUSES.map((status) => {
    const isHere = tasks.every((task) => task.status === status)
    const canMove = tasks.some((task) => movesFrom(task.status).includes(status))
    return {
      value: status,
      label: t(`statusChoice.${status}`),
      icon: <StatusMark status={status} />,
      checked: isHere,
      disabled: !canMove && !isHere,
      ...(!canMove && !isHere && { hint: t('picker.notAllowed') }),
    }
  })
  return (
    <ChoiceList
      label={t('picker.status')}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => onChoose(value as Status)} // one of the choices above
    />
  )
}
