// An approval in the list: whose changes in which systems, about which task, and since when.
import { Link, useNavigate } from '@tanstack/react-router'
import type { Approval } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Worker } from '#components/marks/worker.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useTaskOf } from '#features/runs/task-link.tsx'
import { approvalIcons } from '../approval/approval-state.tsx'
import { useApprovalTitle } from '../approval/use-approval-title.ts'
import { selectionOf } from '../inbox-item.ts'
import classes from './list.module.css'

export function ApprovalRow({ approval, isSelected }: { approval: Approval; isSelected: boolean }) {
  const { t } = useTranslation('approvals')
  const navigate = useNavigate()
  const task = useTaskOf(approval.task_id)
  const title = useApprovalTitle(approval)
  const { id, agent, state } = approval
  const Icon = approvalIcons[state]
  return (
    <Link
      to="."
      search={(now: Record<string, unknown>) => ({ ...now, ...selectionOf(id) })}
      replace
      className={classes['row'] ?? ''}
      data-row={id}
      data-state={state}
      aria-current={isSelected ? 'true' : undefined}
      // Once more opens it, so that Enter does.
      onClick={(event) => {
        if (!isSelected) return
        event.preventDefault()
        void navigate({ to: '/inbox/approvals/$approval', params: { approval: id } })
      }}
    >
      <span className={classes['mark']}>
        <Worker assignee={null} delegate={agent} size={28} />
        <i data-state={state}>
          <Icon size={11} stroke={2.2} aria-hidden="true" />
        </i>
      </span>
      <span className={classes['what']}>
        <b>{title}</b>
        <small>
          <em className={classes['kind']}>{t('approval')}</em>
          {task && <code>T-{task.number}</code>}
          <span>{task?.title ?? agent}</span>
        </small>
      </span>
      <span className="hidden-text">, {t(`state.${state}`)}</span>
      <RelativeTime at={approval.created_at} className={classes['time'] ?? ''} />
    </Link>
  )
}
