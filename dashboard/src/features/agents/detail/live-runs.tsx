// The runs of an agent that have not ended: those it works on, then those that wait for an answer.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Agent, Run } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RunCard } from '#features/runs/run-card.tsx'
import { liveRunsQuery } from '#features/runs/run-queries.ts'
import { TaskLink, useTaskOf } from '#features/runs/task-link.tsx'
import classes from './detail.module.css'

export function LiveRuns({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const runs = useQuery(liveRunsQuery(agent.name)).data ?? []
  const working = runs.filter(({ state }) => state === 'working')
  const parked = runs.filter(({ state }) => state === 'parked')
  return (
    <>
      <Group title={t('runs.working')} runs={working} />
      <Group title={t('runs.parked')} runs={parked} />
    </>
  )
}

function Group({ title, runs }: { title: string; runs: readonly Run[] }) {
  if (runs.length === 0) return null
  return (
    <section className={classes['runs']} aria-label={title}>
      <h2>
        {title} <span>{runs.length}</span>
      </h2>
      {runs.map((run) => (
        <LiveRun key={run.id} run={run} />
      ))}
    </section>
  )
}

function LiveRun({ run }: { run: Run }) {
  const { t } = useTranslation('agents')
  const task = useTaskOf(run.task_id)
  const reference = task && `T-${task.number}`
  return (
    <RunCard run={run} title={<TaskLink id={run.task_id} />} name={reference}>
      {run.state === 'parked' && run.approval_id !== null && (
        <Link
          to="/inbox/approvals/$approval"
          params={{ approval: run.approval_id }}
          className={classes['question']}
        >
          {run.lease_expires_at === null ? t('runs.approval') : t('runs.decided')}
        </Link>
      )}
      {run.state === 'parked' && run.approval_id === null && (
        <Link
          to="/tasks/$task"
          params={{ task: reference ?? run.task_id }}
          className={classes['question']}
        >
          {t('runs.question')}
        </Link>
      )}
    </RunCard>
  )
}
