// The budget of today as bars: amber from 80 %, red from 100 %. Tokens and cost are figures of the agent and have no limit.
import { Progress } from '@mantine/core'
import type { Agent } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { type BudgetUse, budgetUseOf, toneOfShare } from './budget.ts'
import classes from './budget-bars.module.css'

const colors = { amber: 'var(--bar-warn)', red: 'var(--bar-bad)' }

export function BudgetBars({ agent }: { agent: Agent }) {
  return (
    <div className={classes['bars']}>
      {budgetUseOf(agent).map((use) => (
        <Bar key={use.name} use={use} />
      ))}
      <Declared agent={agent} />
    </div>
  )
}

function Bar({ use: { name, used, limit, share } }: { use: BudgetUse }) {
  const { t } = useTranslation('agents')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const write = (value: number) =>
    name === 'seconds' ? describeSpan(value * 1_000, common) : value.toLocaleString(locale)
  const tone = toneOfShare(share)
  const label = t(`budget.${name}`)
  return (
    <div className={classes['bar']}>
      <span>{label}</span>
      <span className={classes['value']}>
        {limit === 0 && share === 0 ? (
          t('budget.none')
        ) : (
          <>
            <b data-tone={tone}>{write(used)}</b>{' '}
            {limit === null ? t('budget.unlimited') : t('budget.of', { limit: write(limit) })}
          </>
        )}
      </span>
      {limit !== null && (
        <Progress
          className={classes['track'] ?? ''}
          aria-label={label}
          size={6}
          value={Math.min(100, share * 100)}
          color={tone ? colors[tone] : 'var(--accent-fill)'}
        />
      )}
    </div>
  )
}

function Declared({ agent: { usage_today: usage } }: { agent: Agent }) {
  const { t } = useTranslation('agents')
  const locale = useLocale()
  const figures = [
    { name: t('budget.tokens'), value: usage.declared_tokens, digits: 0 },
    { name: t('budget.cost'), value: usage.declared_cost, digits: 2 },
  ].filter(({ value }) => value > 0)
  return figures.map(({ name, value, digits }) => (
    <div key={name} className={classes['bar']}>
      <span>{name}</span>
      <span className={classes['value']}>
        <b>{value.toLocaleString(locale, { maximumFractionDigits: digits })}</b>
      </span>
    </div>
  ))
}
