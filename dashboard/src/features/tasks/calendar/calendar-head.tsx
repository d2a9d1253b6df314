// Which period the calendar shows, and the ways to others.
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Segments } from '#components/surface/segments.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { CALENDAR_SPANS } from '../data/task-search.ts'
import classes from './calendar.module.css'
import type { CalendarModel } from './use-calendar-model.ts'

export function CalendarHead({ model }: { model: CalendarModel }) {
  const { t } = useTranslation('calendar')
  const { span, on, today, show, step } = model
  return (
    <div className={classes['head']}>
      <Button variant="default" size="compact-md" onClick={() => show(today)}>
        {t('today')}
      </Button>
      <ActionIcon aria-label={t('previous')} title={t('previous')} onClick={() => step(-1)}>
        <IconChevronLeft size={18} stroke={1.75} />
      </ActionIcon>
      <ActionIcon aria-label={t('next')} title={t('next')} onClick={() => step(1)}>
        <IconChevronRight size={18} stroke={1.75} />
      </ActionIcon>
      <h2 className={classes['period']} aria-live="polite">
        <Period model={model} />
      </h2>
      <Segments
        label={t('span.label')}
        value={span}
        segments={CALENDAR_SPANS.map((value) => ({ value, label: t(`span.${value}`) }))}
        onChange={(next) => show(on, next)}
      />
    </div>
  )
}

function Period({ model: { span, on, days } }: { model: CalendarModel }) {
  const locale = useLocale()
  if (span === 'month') return on.toLocaleDateString(locale, { month: 'long', year: 'numeric' })
  if (span === 'day') return on.toLocaleDateString(locale, { dateStyle: 'full' })
  const format = new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
  })
  const [first, last] = [days[0], days.at(-1)]
  return first && last ? format.formatRange(first, last) : null
}
