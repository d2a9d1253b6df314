// One import in the list: its file, its state, and how far it is.
import { Button, Progress } from '@mantine/core'
import type { Import } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill, type Tone } from '#components/surface/pill.tsx'
import settings from '../settings.module.css'
import { isRunning } from './import-queries.ts'
import classes from './transfer.module.css'

const tones: Record<Import['state'], Tone> = {
  uploaded: 'neutral',
  validating: 'accent',
  ready: 'amber',
  importing: 'accent',
  finished: 'green',
  canceled: 'neutral',
  failed: 'red',
}

export function ImportRow({ shown, onOpen }: { shown: Import; onOpen: () => void }) {
  const { t } = useTranslation('transfer')
  const { name, state } = shown
  return (
    <div className={classes['row']}>
      <div className={classes['words']}>
        <button type="button" className={classes['name']} onClick={onOpen} dir="auto">
          {name}
        </button>
        <span className={settings['quiet']}>
          <Counts shown={shown} />
        </span>
        {isRunning(shown) && <ImportProgress shown={shown} />}
      </div>
      <Pill tone={tones[state]}>{t(`state.${state}`)}</Pill>
      <Button size="compact-sm" variant="default" onClick={onOpen}>
        {t('open')}
        <span className={classes['hidden']}> {name}</span>
      </Button>
    </div>
  )
}

export function Counts({ shown }: { shown: Import }) {
  const { t } = useTranslation('transfer')
  const { state, valid, created, existing, rejected, columns } = shown
  if (state === 'uploaded') return t('columnsFound', { count: columns.length })
  const isDry = state === 'ready' || state === 'validating'
  const done = isDry
    ? t('counts.valid', { count: state === 'ready' ? valid : shown.progress.rows_done })
    : t('counts.created', { count: created })
  return [
    done,
    t('counts.existing', { count: existing }),
    t('counts.rejected', { count: rejected }),
  ].join(' · ')
}

export function ImportProgress({ shown }: { shown: Import }) {
  const { t } = useTranslation('transfer')
  const { name, bytes, progress } = shown
  const percent = bytes === 0 ? 100 : Math.min(100, (100 * progress.bytes_done) / bytes)
  const rate = progress.rows_per_second
  const left = progress.seconds_left
  return (
    <>
      <Progress value={percent} size={4} aria-label={t('progressNamed', { name })} />
      <span className={settings['quiet']}>
        {t('rows', { count: progress.rows_done })}
        {rate !== null && ` · ${t('rate', { count: rate })}`}
        {left !== null && ` · ${t('left', { count: left })}`}
      </span>
    </>
  )
}
