// The run that an agent has on this task now: plan, progress, budget, and the question or approval that it waits for.
import { IconMessageQuestion, IconShieldQuestion } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Approval, Run, Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { taskApprovalsQuery } from '#features/inbox/approval/approval-queries.ts'
import { taskQuestionsQuery } from '#features/inbox/question-queries.ts'
import { isLive } from '#features/runs/run-queries.ts'
import classes from './runs.module.css'
import { TaskRunCard } from './task-run-card.tsx'
import { taskRunsQuery } from './task-runs-query.ts'

export function CurrentRun({ task, onDetails }: { task: Task; onDetails: () => void }) {
  const runs = useInfiniteQuery(taskRunsQuery(task.id)).data
  const run = runs?.pages[0]?.data.find(isLive)
  const open = useQuery(taskApprovalsQuery(task.id)).data?.filter(({ state }) => state === 'open')
  const waited = open?.find(({ id }) => id === run?.approval_id)
  const others = open?.filter((approval) => approval !== waited) ?? []
  if (!run && others.length === 0) return null
  return (
    <div className={classes['current']} data-runs>
      {run && (
        <TaskRunCard run={run} name={`T-${task.number}`} onDetails={onDetails}>
          {waited && <ApprovalLink approval={waited} />}
          {run.state === 'parked' && !waited && <ParkedFor run={run} />}
        </TaskRunCard>
      )}
      {others.map((approval) => (
        <ApprovalLink key={approval.id} approval={approval} />
      ))}
    </div>
  )
}

function ApprovalLink({ approval }: { approval: Approval }) {
  const { t } = useTranslation('attempts')
  return (
    <Link
      to="/inbox/approvals/$approval"
      params={{ approval: approval.id }}
      className={classes['question'] ?? ''}
    >
      <IconShieldQuestion size={16} stroke={1.75} aria-hidden="true" />
      <span>
        <b>{t('waitingForApproval')}</b>
        <small>{t('reviewChanges', { count: approval.effects.length })}</small>
      </span>
    </Link>
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
