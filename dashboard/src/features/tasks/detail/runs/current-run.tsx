// The run that an agent has on this task now: plan, progress, budget, and the question that it waits for.

import { IconMessageQuestion } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Run, Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { taskQuestionsQuery } from '#features/inbox/question-queries.ts'
import { RunCard } from '#features/runs/run-card.tsx'
import { isLive } from '#features/runs/run-queries.ts'
import { RunBudget } from './run-budget.tsx'
import classes from './runs.module.css'
import { taskRunsQuery } from './task-runs-query.ts'

export function CurrentRun({ task }: { task: Task }) {
  const runs = useInfiniteQuery(taskRunsQuery(task.id)).data
  const run = runs?.pages[0]?.data.find(isLive)
  if (!run) return null
  return (
    <div className={classes['current']}>
      <RunCard run={run} name={`T-${task.number}`} title={<AgentName name={run.agent} />}>
        {run.state === 'parked' && <ParkedFor run={run} />}
        <RunBudget run={run} />
      </RunCard>
    </div>
  )
}

export function AgentName({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span className={classes['agent']}>
      <Worker assignee={null} delegate={name} size={size} />
      <b>{name}</b>
    </span>
  )
}

/** The run is parked until its newest question is answered, and then until its agent resumes it. */
function ParkedFor({ run }: { run: Run }) {
  const { t } = useTranslation('attempts')
  const questions = useQuery(taskQuestionsQuery(run.task_id)).data
  const question = questions?.find(({ run_id: of }) => of === run.id)
  if (!question) return null
  return (
    <Link
      to="/inbox"
      search={{ question: question.id }}
      className={classes['question'] ?? ''}
      data-state={question.state}
    >
      <IconMessageQuestion size={16} stroke={1.75} aria-hidden="true" />
      <span>
        <b>{question.prompt}</b>
        <small>{question.state === 'open' ? t('answerIt') : t('answered')}</small>
      </span>
    </Link>
  )
}
