// What a run has used of the budget of its agent; nothing if the agent has no limit.
import { useQuery } from '@tanstack/react-query'
import type { Run } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { runBudgetQuery } from './run-budget-query.ts'
import classes from './runs.module.css'

const NEARLY = 0.8

export function RunBudget({ run: { agent, usage } }: { run: Run }) {
  const { t } = useTranslation('attempts')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const budget = useQuery(runBudgetQuery(agent)).data
  const format = (count: number) => count.toLocaleString(locale)
  const span = (seconds: number) => describeSpan(seconds * 1_000, common)
  const limits = [
    { name: 'seconds', limit: budget?.seconds, used: usage.seconds, say: span },
    { name: 'calls', limit: budget?.calls, used: usage.calls, say: format },
    { name: 'effects', limit: budget?.effects, used: usage.effects, say: format },
  ] as const
  const set = limits.flatMap(({ limit, ...rest }) =>
    limit === null || limit === undefined ? [] : [{ ...rest, limit }],
  )
  if (set.length === 0) return null
  return (
    <dl className={classes['budget']} aria-label={t('budget.title')}>
      <dt>{t('budget.title')}</dt>
      {set.map(({ name, limit, used, say }) => (
        <dd key={name} data-tone={toneOf(used, limit)}>
          {t(`budget.${name}`, { used: say(used), limit: say(limit) })}
        </dd>
      ))}
    </dl>
  )
}

const toneOf = (used: number, limit: number): 'red' | 'amber' | undefined =>
  used >= limit ? 'red' : used >= limit * NEARLY ? 'amber' : undefined
