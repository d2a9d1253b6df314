// The cards beside the runs of an agent: permissions, budget and settings.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Agent, Budget } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import { Facts } from '#components/surface/facts.tsx'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { BudgetBars } from '../budget-bars.tsx'
import { isRisky, Permissions, QueueChips } from '../permissions.tsx'
import classes from './detail.module.css'

export function PermissionCard({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  return (
    <Card title={t('mayTitle')}>
      <div className={classes['stack']}>
        <Permissions agent={agent} />
        {isRisky(agent) && <p className={classes['warning']}>{t('risky')}</p>}
        <div>
          <h3 className={classes['label']}>{t('queues')}</h3>
          <QueueChips queues={agent.queues} />
        </div>
        <Link
          to="/settings/$section"
          params={{ section: 'audit' }}
          search={{ effects_of: agent.name }}
          className={classes['link']}
        >
          {t('auditLink')}
        </Link>
      </div>
    </Card>
  )
}

export function BudgetCard({ agent }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  return (
    <Card title={t('budget.title')}>
      <div className={classes['stack']}>
        <BudgetBars agent={agent} />
        <p className={classes['quiet']}>{t('resetNote')}</p>
      </div>
    </Card>
  )
}

export function SettingsCard({ agent, onEdit }: { agent: Agent; onEdit: () => void }) {
  const { t } = useTranslation('agents')
  const locale = useLocale()
  const perRun = useBudgetWords(agent.run_budget)
  const created = new Date(agent.created_at).toLocaleDateString(locale, { dateStyle: 'medium' })
  return (
    <Card
      title={t('settings.title')}
      action={
        <Button size="compact-md" variant="default" onClick={onEdit}>
          {t('settings.edit')}
        </Button>
      }
    >
      <Facts
        facts={[
          {
            name: t('form.concurrency'),
            value: agent.concurrency?.toLocaleString(locale) ?? t('form.noLimit'),
          },
          { name: t('form.maxAttempts'), value: agent.max_attempts.toLocaleString(locale) },
          { name: t('form.runBudget'), value: perRun },
          { name: t('settings.created'), value: created },
        ]}
      />
    </Card>
  )
}

function useBudgetWords({ seconds, calls, effects }: Budget): string {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const parts = [
    seconds !== null && describeSpan(seconds * 1_000, common),
    calls !== null && t('settings.calls', { count: calls }),
    effects !== null && t('settings.effects', { count: effects }),
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(', ') : t('form.noLimit')
}
