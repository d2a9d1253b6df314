// An approval beside the list: what would be written where, and the way to the screen where it is decided.
import { Button } from '@mantine/core'
import { IconArrowRight, IconSearchOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Approval, Effect } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Problem } from '#api/problem.ts'
import { Worker } from '#components/marks/worker.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { approvalQuery } from '../approval/approval-queries.ts'
import { ApprovalStatePill } from '../approval/approval-state.tsx'
import { keyOf, orderEffects } from '../approval/compare-effects.ts'
import { Outcome } from '../approval/outcome.tsx'
import { useApprovalTitle } from '../approval/use-approval-title.ts'
import { itemOf, type Systems, useSystems } from '../approval/use-systems.ts'
import classes from './preview.module.css'
import { TaskBar } from './task-bar.tsx'

export function ApprovalPreview({ id }: { id: string }) {
  const { t } = useTranslation('approvals')
  const client = useQueryClient()
  const { data: approval, error, refetch } = useQuery(approvalQuery(client, id))
  if (approval) return <Loaded key={approval.id} approval={approval} />
  if (!error) return <RowSkeleton rows={4} height={56} />
  if (error instanceof Problem && error.code === 'approval_not_found') {
    return (
      <EmptyState
        icon={<IconSearchOff size={24} stroke={1.75} aria-hidden="true" />}
        title={t('missing.title')}
      >
        {t('missing.text')}
      </EmptyState>
    )
  }
  return <ErrorState what={t('approval')} error={error} onRetry={() => void refetch()} />
}

function Loaded({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const systems = useSystems()
  const title = useApprovalTitle(approval)
  const { agent, effects, state } = approval
  const isOpen = state === 'open'
  return (
    <>
      <TaskBar taskId={approval.task_id} />
      <div className={classes['scroller']}>
        <div className={classes['content']}>
          <div className={classes['asker']}>
            <Worker assignee={null} delegate={agent} size={32} />
            <div className={classes['who']}>
              <p>
                <b>{agent}</b> {t('requests')}
              </p>
              <small>
                <RelativeTime at={approval.created_at} />
              </small>
            </div>
            <ApprovalStatePill state={state} />
          </div>
          <h2 className={classes['prompt']}>{title}</h2>
          <ol className={classes['effects']}>
            {orderEffects(effects).map((effect) => (
              <li key={keyOf(effect)}>
                <EffectLine effect={effect} systems={systems} />
              </li>
            ))}
          </ol>
          {!isOpen && (
            <div className={classes['closed']}>
              <Outcome approval={approval} systems={systems} />
            </div>
          )}
          <Button
            className={classes['review'] ?? ''}
            variant={isOpen ? 'filled' : 'default'}
            rightSection={
              isOpen ? <KeyHint keys="enter" /> : <IconArrowRight size={16} aria-hidden="true" />
            }
            renderRoot={(props) => (
              <Link {...props} to="/inbox/approvals/$approval" params={{ approval: approval.id }} />
            )}
          >
            {isOpen && effects.length > 0 ? t('review', { count: effects.length }) : t('open')}
          </Button>
        </div>
      </div>
    </>
  )
}

function EffectLine({ effect, systems }: { effect: Effect; systems: Systems }) {
  const { t } = useTranslation('approvals')
  const { kind, statement } = effect
  const system = systems.nameOf(effect)
  if (statement) {
    return t('change.statement', {
      statement: statement.name,
      database: statement.database || system,
    })
  }
  if (kind === 'create') return t('change.create', { system })
  return t(`change.${kind}`, { system, item: itemOf(effect) })
}
