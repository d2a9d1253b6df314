// Chooses the queue of tasks: those there are, or a name that is typed.
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { queuesQuery } from '#features/queues/queue-queries.ts'
import { type Choice, ChoiceList, choicesLike } from './choice-list.tsx'
import { LiveRunNote } from './live-run-note.tsx'

const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/
const icon = <IconStack2 size={16} stroke={1.75} aria-hidden="true" />

export function QueueChoices({
  tasks,
  onChoose,
}: {
  tasks: readonly Task[]
  onChoose: (queue: string) => void
}) {
  const { t } = useTranslation('detail')
  const [typed, setTyped] = useState('')
  const { data } = useQuery({ ...queuesQuery, refetchInterval: false })
  const own = tasks.map(({ queue }) => queue)
  const names = [...new Set([...(data ?? []).map(({ name }) => name), ...own])].toSorted()
  const known = names.map(
    (name): Choice => ({
      value: name,
      label: name,
      icon,
      checked: tasks.every(({ queue }) => queue === name),
    }),
  )
  const wanted = typed.trim()
  const choices = choicesLike(known, typed)
  if (NAME.test(wanted) && !names.includes(wanted)) {
    choices.push({ value: wanted, label: t('picker.newQueue', { name: wanted }), icon })
  }
  return (
    <ChoiceList
      label={t('picker.queue')}
      choices={choices}
      typed={typed}
      onType={(text) => setTyped(text.toLocaleLowerCase().slice(0, 63))}
      onChoose={onChoose}
    >
      <LiveRunNote tasks={tasks} />
    </ChoiceList>
  )
}
