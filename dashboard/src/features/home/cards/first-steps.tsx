// The first steps in a new workspace. Each is checked off automatically, and the card disappears when all are done.
import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { FirstRun } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Card } from '#components/surface/card.tsx'
import classes from '../home.module.css'

const steps = [
  { name: 'task', to: '/tasks', search: { new: '1' } },
  { name: 'complete', to: '/board', search: {} },
  { name: 'webhook', to: '/webhooks', search: { new: '1' } },
  { name: 'delivery', to: '/deliveries', search: {} },
] as const

const doneOf = (facts: FirstRun) => ({
  task: facts.has_task,
  complete: facts.has_completed_task,
  webhook: facts.has_webhook,
  delivery: facts.has_delivered,
})

export function countSteps(facts: FirstRun): { done: number; left: number } {
  const done = Object.values(doneOf(facts)).filter(Boolean).length
  return { done, left: steps.length - done }
}

export function FirstSteps({ facts }: { facts: FirstRun }) {
  const { t } = useTranslation('home')
  const done = doneOf(facts)
  const { done: count } = countSteps(facts)
  return (
    <Card bleed title={t('steps.title')} meta={t('steps.done', { count, all: steps.length })}>
      <ul className={classes['rows']}>
        {steps.map(({ name, to, search }) => (
          <li key={name} className={classes['step']} data-done={done[name] || undefined}>
            <span className={classes['tick']}>
              {done[name] ? (
                <IconCircleCheck size={18} stroke={1.75} aria-label={t('steps.isDone')} />
              ) : (
                <IconCircle size={18} stroke={1.75} aria-hidden="true" />
              )}
            </span>
            <span className={classes['stepWord']}>{t(`steps.${name}`)}</span>
            {!done[name] && (
              <Button
                size="compact-md"
                variant="default"
                renderRoot={(props) => <Link {...props} to={to} search={search} />}
              >
                {t(`steps.${name}Action`)}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
