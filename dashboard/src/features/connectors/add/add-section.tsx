// How to add another connector, at the end of the list: three steps and the command.
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { Connector } from '@task-service/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useSecret } from '#lib/secret-once.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { clockOf } from '../facts-in-words.tsx'
import classes from './add.module.css'
import { CommandBlock } from './command-block.tsx'

const steps = ['run', 'appear', 'choose'] as const

export function AddSection({
  connectors,
  onAdd,
}: {
  connectors: readonly Connector[]
  onAdd: () => void
}) {
  const { t } = useTranslation('connectors')
  const id = useId()
  const locale = useLocale()
  const nowMs = useSeconds()
  const newest = connectors.findLast(
    ({ enrolment_expires_at: at }) => at !== null && Date.parse(at) > nowMs,
  )
  const token = useSecret(newest?.id ?? '')
  const until = token === undefined ? null : (newest?.enrolment_expires_at ?? null)
  return (
    <section className={classes['section']} aria-labelledby={id}>
      <div className={classes['steps']}>
        <h2 id={id}>{t('add.heading')}</h2>
        <ol>
          {steps.map((step) => (
            <li key={step}>{t(`add.step.${step}`)}</li>
          ))}
        </ol>
      </div>
      <CommandBlock
        token={token}
        action={
          token === undefined ? (
            <Button
              size="compact-md"
              variant="default"
              leftSection={<IconKey size={15} stroke={1.75} aria-hidden="true" />}
              onClick={onAdd}
            >
              {t('add.createToken')}
            </Button>
          ) : undefined
        }
      >
        {t('add.outbound')}{' '}
        {until === null
          ? t('add.onceMinutes')
          : t('add.onceUntil', { time: clockOf(until, locale) })}
      </CommandBlock>
    </section>
  )
}
