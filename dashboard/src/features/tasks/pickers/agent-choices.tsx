// Chooses the agent that may claim tasks, or any; says which agents could not.
import { useQuery } from '@tanstack/react-query'
import type { Agent, Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { agentsQuery } from '#features/agents/agent-queries.ts'
import { type Choice, ChoiceList, choicesLike } from './choice-list.tsx'
import { LiveRunNote } from './live-run-note.tsx'

const ANY = '\u0000'

export function AgentChoices({
  tasks,
  onChoose,
}: {
  tasks: readonly Task[]
  onChoose: (agent: string | null) => void
}) {
  const { t } = useTranslation('detail')
  const [typed, setTyped] = useState('')
  const { data } = useQuery({ ...agentsQuery, refetchInterval: false })
  const has = (name: string | null) => tasks.every(({ delegate }) => delegate === name)
  const own = tasks.flatMap(({ delegate }) => delegate ?? [])
  const names = [...new Set([...(data ?? []).map(({ name }) => name), ...own])]
  const hintOf = (agent: Agent | undefined): string | undefined => {
    if (agent === undefined) return undefined
    if (agent.state === 'paused') return t('picker.paused')
    const missed = tasks.find(({ queue }) => !agent.queues.includes(queue))
    return missed && t('picker.notInQueue', { queue: missed.queue })
  }
  const choices: Choice[] = [
    { value: ANY, label: t('anyAgent'), checked: has(null) },
    ...names.map((name): Choice => {
      const hint = hintOf(data?.find((agent) => agent.name === name))
      const icon = <Worker assignee={null} delegate={name} size={18} />
      return { value: name, label: name, icon, checked: has(name), ...(hint && { hint }) }
    }),
  ]
  return (
    <ChoiceList
      label={t('picker.delegate')}
      choices={choicesLike(choices, typed)}
      typed={typed}
      onType={setTyped}
      onChoose={(value) => onChoose(value === ANY ? null : value)}
    >
      <LiveRunNote tasks={tasks} />
    </ChoiceList>
  )
}
