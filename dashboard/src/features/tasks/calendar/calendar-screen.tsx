// Tasks on the days on which they are due.
import { useMediaQuery } from '@mantine/hooks'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { Together } from '#components/states/together.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { LazyInlineCreate } from '../create/lazy-inline-create.tsx'
import type { TaskSearch } from '../data/task-search.ts'
import { LazyTaskPanel } from '../detail/lazy-task-panel.tsx'
import { FilterBar } from '../filters/filter-bar.tsx'
import { ListTools } from '../filters/list-tools.tsx'
import { PickerProvider } from '../pickers/picker-provider.tsx'
import classes from './calendar.module.css'
import { dayText } from './calendar-days.ts'
import { CalendarHead } from './calendar-head.tsx'
import { DayCell } from './day-cell.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { Unscheduled } from './unscheduled.tsx'
import { type CalendarModel, useCalendarModel } from './use-calendar-model.ts'

export function CalendarScreen() {
  return (
    <PickerProvider>
      <Calendar />
    </PickerProvider>
  )
}

function Calendar() {
  const { t } = useTranslation('calendar')
  const text = useRef<HTMLInputElement>(null)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const model = useCalendarModel({ text, isNarrow })
  const { search, changeSearch, drafting } = model
  const change = (next: TaskSearch) => changeSearch(() => next)
  return (
    <Page
      title={t('title')}
      bleed
      actions={<ListTools finding={model.finding} isNarrow={isNarrow} onNew={drafting.openDraft} />}
    >
      <div className={classes['split']}>
        <div className={classes['side']}>
          <FilterBar search={search} fixed={['due']} onChange={change} />
          <CalendarHead model={model} />
          {drafting.draft && (
            <LazyInlineCreate
              key={JSON.stringify(drafting.draft)}
              draft={drafting.draft}
              onClose={drafting.closeDraft}
              onCreated={() => undefined}
            />
          )}
          <Together className={classes['body']} fallback={<RowSkeleton rows={8} height={53} />}>
            <Days model={model} />
            <Unscheduled filters={model.filters} peeked={search.peek} actions={model.actions} />
          </Together>
        </div>
        {search.peek && !isNarrow && (
          <LazyTaskPanel key={search.peek} reference={search.peek} onClose={model.closePeek} />
        )}
      </div>
    </Page>
  )
}

function Days({ model }: { model: CalendarModel }) {
  const locale = useLocale()
  const { days, span, on, today, filters, search, actions } = model
  if (span === 'timeline') return <Timeline model={model} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it where it holds no task
    <div className={classes['scroller']} tabIndex={0} role="group" aria-label={dayText(on)}>
      {span !== 'day' && (
        <div className={classes['weekdays']} aria-hidden="true">
          {days.slice(0, 7).map((day) => (
            <span key={day.getDay()}>{day.toLocaleDateString(locale, { weekday: 'short' })}</span>
          ))}
        </div>
      )}
      <div className={classes['days']} data-span={span}>
        {days.map((day) => (
          <DayCell
            key={dayText(day)}
            day={day}
            span={span}
            isOther={span === 'month' && day.getMonth() !== on.getMonth()}
            isToday={day.getTime() === today.getTime()}
            filters={filters}
            peeked={search.peek}
            actions={actions}
          />
        ))}
      </div>
    </div>
  )
}
