// What needs attention: the problem, what it means, and a button that leads to the fix.
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarDue,
  IconKey,
  IconMessageQuestion,
  IconSend,
  IconUserQuestion,
  IconWebhook,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Attention } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import classes from '../home.module.css'
import { FailedTasks } from './failed-tasks.tsx'

const icons: Record<Attention['kind'], typeof IconKey> = {
  webhook_disabled: IconWebhook,
  webhook_failing: IconAlertTriangle,
  webhook_secret_lost: IconKey,
  deliveries_failed: IconSend,
  tasks_overdue: IconCalendarDue,
  tasks_urgent_unassigned: IconUserQuestion,
  tasks_failed: IconAlertTriangle,
  tasks_input_required: IconMessageQuestion,
  tasks_due_soon: IconCalendarDue,
}

type Target = { to: '/webhooks' | '/deliveries' | '/tasks'; search: Record<string, string> }

const targets: Record<Attention['kind'], Target> = {
  webhook_disabled: { to: '/webhooks', search: { state: 'disabled' } },
  webhook_failing: { to: '/webhooks', search: { state: 'failing' } },
  webhook_secret_lost: { to: '/webhooks', search: { state: 'secret' } },
  deliveries_failed: { to: '/deliveries', search: { state: 'failed' } },
  tasks_overdue: { to: '/tasks', search: { due: 'overdue' } },
  tasks_urgent_unassigned: { to: '/tasks', search: { priority: 'urgent', assignee: '@none' } },
  tasks_failed: { to: '/tasks', search: { status: 'failed' } },
  tasks_input_required: { to: '/tasks', search: { status: 'input_required' } },
  tasks_due_soon: { to: '/tasks', search: { due: 'today' } },
}

export function AttentionCard({ items }: { items: readonly Attention[] }) {
  const { t } = useTranslation('home')
  return (
    <Card bleed title={t('attention.title')} meta={items.length > 0 ? items.length : undefined}>
      {items.length === 0 ? (
        <p className={classes['quiet']}>{t('attention.none')}</p>
      ) : (
        <ul className={classes['rows']}>
          {items.map((item) => (
            <Item key={item.kind} item={item} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Item({ item }: { item: Attention }) {
  const { t } = useTranslation('home')
  const Icon = icons[item.kind]
  const { to, search } = targets[item.kind]
  return (
    <li className={classes['row']} data-severity={item.severity}>
      <span>
        <Icon size={18} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes['what']}>
        <b>{t(`attention.${item.kind}.title`, { count: item.count })}</b>
        <small>{t(`attention.${item.kind}.text`)}</small>
        {item.kind === 'tasks_failed' && <FailedTasks />}
      </div>
      <Button
        size="compact-md"
        variant="default"
        renderRoot={(props) => <Link {...props} to={to} search={search} />}
      >
        {t(`attention.${item.kind}.action`)}
      </Button>
    </li>
  )
}
