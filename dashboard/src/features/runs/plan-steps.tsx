// The plan of a run, step by step, with the result of each step in one line.
import { Loader } from '@mantine/core'
import { IconCheck, IconCircle, IconCircleMinus } from '@tabler/icons-react'
import type { Plan } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './plan-steps.module.css'

const ICON = { size: 15, stroke: 1.75, 'aria-hidden': true } as const
const marks: Record<Plan[number]['state'], ReactNode> = {
  done: <IconCheck {...ICON} stroke={2.25} />,
  working: <Loader size={13} aria-hidden="true" />,
  pending: <IconCircle {...ICON} />,
  skipped: <IconCircleMinus {...ICON} />,
}

export function PlanSteps({ plan }: { plan: Plan }) {
  const { t } = useTranslation('runs')
  return (
    <ol className={classes['steps']} aria-label={t('plan')}>
      {plan.map(({ title, state, note }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- steps have no name; an agent may list two alike
        <li key={place} data-state={state} aria-current={state === 'working' ? 'step' : undefined}>
          <span className={classes['mark']}>{marks[state]}</span>
          <span className={classes['text']}>
            <span className={classes['title']}>{title}</span>
            <span className="hidden-text">, {t(`step.${state}`)}</span>
            {note !== undefined && note !== '' && <span className={classes['note']}>{note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
