// An approval: exactly what an agent would write to external systems, why a person decides about it, and the decision.
import { IconArrowLeft, IconSearchOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Problem } from '#api/problem.ts'
import { Page } from '#components/page/page.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import classes from './approval.module.css'
import { ApprovalDetail } from './approval-detail.tsx'
import { approvalQuery } from './approval-queries.ts'
import { Neighbors } from './neighbors.tsx'

export function ApprovalScreen() {
  const { t } = useTranslation('approvals')
  const { approval: id = '' } = useParams({ strict: false })
  return (
    <Page
      bleed
      title={t('title')}
      crumb={
        <Link to="/inbox" className={classes['back'] ?? ''} data-back>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('inbox')}</span>
        </Link>
      }
      actions={<Neighbors id={id} />}
    >
      <Content id={id} />
    </Page>
  )
}

function Content({ id }: { id: string }) {
  const { t } = useTranslation('approvals')
  const client = useQueryClient()
  const { data: approval, error, refetch } = useQuery(approvalQuery(client, id))
  if (approval) return <ApprovalDetail key={approval.id} approval={approval} />
  if (!error) return <RowSkeleton rows={6} height={72} />
  const isMissing =
    error instanceof Problem && ['approval_not_found', 'invalid_request'].includes(error.code)
  if (!isMissing) {
    return <ErrorState what={t('approval')} error={error} onRetry={() => void refetch()} />
  }
  return (
    <EmptyState
      icon={<IconSearchOff size={24} stroke={1.75} aria-hidden="true" />}
      title={t('missing.title')}
    >
      {t('missing.text')}
    </EmptyState>
  )
}
