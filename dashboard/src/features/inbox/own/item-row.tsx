// An item of the inbox: what happened, about which task, and since when.
import {
  IconAlertTriangle,
  IconAt,
  IconCalendarDue,
  IconClockExclamation,
  IconMessageQuestion,
  IconShieldQuestion,
  IconUserCheck,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Notification, NotificationKind } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ActorMark } from '#components/marks/actor-mark.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useNow } from '#lib/use-now.ts'
import { selectionOf } from '../inbox-item.ts'
import classes from '../list/list.module.css'
import { boxOf } from './inbox-cache.ts'
import { ItemTitle } from './item-title.tsx'
import { keyOf } from './use-own-inbox.ts'

const icons = {
  question: IconMessageQuestion,
  approval: IconShieldQuestion,
  mention: IconAt,
  assignment: IconUserCheck,
  failure: IconAlertTriangle,
  due_soon: IconCalendarDue,
  overdue: IconClockExclamation,
} as const satisfies Record<NotificationKind, unknown>

export function ItemRow({ item, isSelected }: { item: Notification; isSelected: boolean }) {
  const { t } = useTranslation('inbox')
  const navigate = useNavigate()
  const { kind, actor, task, unread, is_open: isOpen } = item
  const Icon = icons[kind]
  const until = boxOf(item, useNow().toISOString()) === 'snoozed' ? item.snoozed_until : null
  return (
    <Link
      to="."
      search={(now: Record<string, unknown>) => ({ ...now, ...selectionOf(keyOf(item)) })}
      replace
      className={classes['row'] ?? ''}
      data-row={keyOf(item)}
      data-unread={unread || undefined}
      aria-current={isSelected ? 'true' : undefined}
      // Once more opens it, so that Enter does.
      onClick={(event) => {
        if (!isSelected || kind !== 'approval') return
        event.preventDefault()
        const params = { approval: keyOf(item) }
        void navigate({ to: '/inbox/approvals/$approval', params })
      }}
    >
      {unread && <i className={classes['dot']} aria-hidden="true" />}
      <span className={classes['mark']}>
        {actor?.kind === 'agent' ? (
          <Worker assignee={null} delegate={actor.id} size={28} />
        ) : (
          <span className={classes['actor']}>
            {actor ? (
              <ActorMark actor={actor} />
            ) : (
              <Icon size={16} stroke={1.75} aria-hidden="true" />
            )}
          </span>
        )}
        {actor && (
          <i data-kind={isOpen ? kind : undefined}>
            <Icon size={11} stroke={2.2} aria-hidden="true" />
          </i>
        )}
      </span>
      <span className={classes['what']}>
        <b>
          <ItemTitle item={item} />
        </b>
        <small>
          <code>T-{task.number}</code>
          <span>{task.title}</span>
        </small>
      </span>
      <span className="hidden-text">
        , {t(`kind.${kind}`)}
        {unread ? `, ${t('unread')}` : ''}
        {isOpen ? '' : `, ${t('decided')}`}
      </span>
      <RelativeTime at={until ?? item.created_at} className={classes['time'] ?? ''} />
    </Link>
  )
}
