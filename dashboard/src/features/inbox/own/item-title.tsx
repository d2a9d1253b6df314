// What happened, in a few words: the question, the beginning of the comment, or a sentence.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Actor, Approval, Notification } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { mentionsAsNames } from '#lib/mentions/mention-text.ts'
import { approvalQuery } from '../approval/approval-queries.ts'
import { useApprovalTitle } from '../approval/use-approval-title.ts'
import { useTimeOf } from './use-time-of.ts'

const NO_ACTOR: Actor = { kind: 'system', id: '' }

export function ItemTitle({ item }: { item: Notification }) {
  const { t } = useTranslation('inbox')
  const name = useActorName(item.actor ?? NO_ACTOR)
  const due = useTimeOf(item.task.due_at)
  if (item.kind === 'approval') return <ApprovalTitle item={item} />
  if (item.kind === 'question') return item.text ?? t('kind.question')
  if (item.kind === 'mention') {
    if (item.text === null) return t('titles.deleted', { name })
    return mentionsAsNames(item.text).replaceAll(/\s+/g, ' ')
  }
  if (item.kind === 'assignment') return t('titles.assignment', { name })
  if (item.kind === 'failure') return t('titles.failure')
  return due === undefined ? t('titles.noDue') : t(`titles.${item.kind}`, { time: due })
}

function ApprovalTitle({ item }: { item: Notification }) {
  const { t } = useTranslation('inbox')
  const client = useQueryClient()
  const { data } = useQuery(approvalQuery(client, item.subject_id ?? ''))
  return data ? (
    <LoadedTitle approval={data} />
  ) : (
    t('titles.approval', { agent: item.actor?.id ?? '' })
  )
}

function LoadedTitle({ approval }: { approval: Approval }) {
  return useApprovalTitle(approval)
}
