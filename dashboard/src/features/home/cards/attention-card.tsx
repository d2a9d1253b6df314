// What needs attention: the problem, what it means, and a button that leads to the fix.
import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconCalendarDue,
  IconGitMerge,
  IconKey,
  IconMessageQuestion,
  IconPlugX,
  IconSend,
  IconShieldCheck,
  IconUserQuestion,
  IconWebhook,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Attention, Overview } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Card } from '#components/surface/card.tsx'
import { describeSpan } from '#lib/span.ts'
import { useNow } from '#lib/use-now.ts'
import { type CardQuery, CardState } from '../card-state.tsx'
import { attentionTarget } from './attention-target.ts'
import classes from './cards.module.css'
import { FailedTasks } from './failed-tasks.tsx'

const icons: Record<Attention['kind'], typeof IconKey> = {
  write_backs_failed: IconAlertTriangle,
  integrations_failing: IconArrowsExchange,
  webhook_disabled: IconWebhook,
  webhook_failing: IconAlertTriangle,
  webhook_secret_lost: IconKey,
  deliveries_failed: IconSend,
  connectors_offline: IconPlugX,
  conflicts_open: IconGitMerge,
  tasks_overdue: IconCalendarDue,
  tasks_urgent_unassigned: IconUserQuestion,
  tasks_failed: IconAlertTriangle,
  approvals_open: IconShieldCheck,
  questions_open: IconMessageQuestion,
  tasks_input_required: IconMessageQuestion,
  tasks_due_soon: IconCalendarDue,
}

const SHOWN = 4

export function AttentionCard({ query }: { query: CardQuery<Overview> }) {
  const { t } = useTranslation('home')
  const [isWhole, setWhole] = useState(false)
  const items = query.data?.attention ?? []
  return (
    <Card
      bleed
      title={t('attention.title')}
      meta={items.length > 0 ? items.length : undefined}
      action={
        items.length > SHOWN && (
          <button
            type="button"
            className={classes['link']}
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'attention.viewLess' : 'attention.viewAll')}
          </button>
        )
      }
    >
      <div className={classes['attention']}>
        <CardState
          query={query}
          what={t('attention.title')}
          skeleton={<RowSkeleton rows={SHOWN} height={49} />}
        >
          {({ attention }) => <Items items={isWhole ? attention : attention.slice(0, SHOWN)} />}
        </CardState>
      </div>
    </Card>
  )
}

function Items({ items }: { items: readonly Attention[] }) {
  const { t } = useTranslation('home')
  if (items.length === 0) return <p className={classes['quiet']}>{t('attention.none')}</p>
  return (
    <ul className={classes['rows']}>
      {items.map((item) => (
        <Item key={item.kind} item={item} />
      ))}
    </ul>
  )
}

/** Things of which several are named by their integration, connector or agent. */
const NAMED = [
  'write_backs_failed',
  'integrations_failing',
  'connectors_offline',
  'conflicts_open',
  'approvals_open',
  'questions_open',
] as const

function useTitle({ kind, count, name }: Attention): string {
  const { t } = useTranslation('home')
  const named = NAMED.find((one) => one === kind)
  return named && name !== null
    ? t(`attention.${named}.named`, { count, name })
    : t(`attention.${kind}.title`, { count })
}

function Item({ item }: { item: Attention }) {
  const { t } = useTranslation('home')
  const { t: common } = useTranslation()
  const title = useTitle(item)
  const now = useNow().getTime()
  const Icon = icons[item.kind]
  const target = attentionTarget(item)
  const isNamed = NAMED.some((kind) => kind === item.kind)
  return (
    <li className={classes['row']} data-severity={item.severity}>
      <span>
        <Icon size={17} stroke={1.75} aria-hidden="true" />
      </span>
      <div className={classes['what']}>
        <b>{title}</b>
        <small>
          {isNamed && item.since !== null && (
            <>
              {t('attention.since', {
                span: describeSpan(now - Date.parse(item.since), common),
              })}{' '}
            </>
          )}
          {t(`attention.${item.kind}.text`)}
        </small>
        {item.kind === 'tasks_failed' && <FailedTasks />}
      </div>
      <Button
        size="compact-md"
        variant="default"
        renderRoot={(props) => <Link {...props} {...target} />}
      >
        {t(`attention.${item.kind}.action`)}
      </Button>
    </li>
  )
}
