// Settings → Recurring tasks: schedules, and the templates that they and people create tasks from.
import { Button } from '@mantine/core'
import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Schedule, Template } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { templatesQuery } from '#api/templates-query.ts'
import { PageAction } from '#components/page/page-action.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import settings from '../settings.module.css'
import { SettingsFrame } from '../settings-frame.tsx'
import classes from './recurring.module.css'
import { schedulesQuery, timeZoneQuery } from './recurring-queries.ts'
import { RemoveDialog, type Removed } from './remove-dialog.tsx'
import { SchedulePanel } from './schedule-panel.tsx'
import { ScheduleRow } from './schedule-row.tsx'
import { TemplatePanel } from './template-panel.tsx'
import { TemplateRow } from './template-row.tsx'

/** What is open beside the lists. */
type Open =
  | { kind: 'schedule'; schedule?: Schedule; template?: Template }
  | { kind: 'template'; template?: Template }

type Opener = { onOpen: (open: Open) => void; onRemove: (removed: Removed) => void }

export function RecurringSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('recurring')
  const templates = useQuery(templatesQuery)
  const schedules = useQuery(schedulesQuery)
  const zone = useQuery(timeZoneQuery)
  const [open, setOpen] = useState<Open>()
  const [removed, setRemoved] = useState<Removed>()
  const failed = [templates, schedules, zone].find(({ isError }) => isError)
  const isReady = templates.data && schedules.data && zone.data
  const opener = { onOpen: setOpen, onRemove: setRemoved }
  const close = () => setOpen(undefined)
  return (
    <SettingsFrame
      title={t('title')}
      navigation={navigation}
      actions={
        (templates.data?.length ?? 0) > 0 && (
          <PageAction
            icon={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
            label={t('newSchedule')}
            onClick={() => setOpen({ kind: 'schedule' })}
          />
        )
      }
      panel={
        isReady && (
          <OpenPanel
            key={JSON.stringify(open)}
            open={open}
            templates={templates.data}
            timeZone={zone.data}
            onClose={close}
          />
        )
      }
    >
      {failed?.error && (
        <ErrorState
          what={t('title')}
          error={failed.error}
          onRetry={() => void Promise.all([templates, schedules, zone].map((one) => one.refetch()))}
        />
      )}
      {!failed && !isReady && <RowSkeleton rows={5} height={56} />}
      {!failed && isReady && (
        <Lists templates={templates.data} schedules={schedules.data} opener={opener} />
      )}
      {removed && <RemoveDialog removed={removed} onClose={() => setRemoved(undefined)} />}
    </SettingsFrame>
  )
}

function Lists({
  templates,
  schedules,
  opener,
}: {
  templates: readonly Template[]
  schedules: readonly Schedule[]
  opener: Opener
}) {
  const { t } = useTranslation('recurring')
  const newTemplate = () => opener.onOpen({ kind: 'template' })
  if (templates.length === 0) {
    return (
      <EmptyState
        icon={<IconRepeat size={24} stroke={1.5} aria-hidden="true" />}
        title={t('empty.title')}
        actions={<Button onClick={newTemplate}>{t('newTemplate')}</Button>}
      >
        {t('empty.text')}
      </EmptyState>
    )
  }
  const templateOf = ({ template_id: id }: Schedule) => templates.find((one) => one.id === id)
  return (
    <>
      <Sheet title={t('schedules')} count={schedules.length} none={t('noSchedules')}>
        {schedules.map((schedule) => (
          <li key={schedule.id}>
            <ScheduleRow
              schedule={schedule}
              template={templateOf(schedule)}
              onEdit={() => opener.onOpen({ kind: 'schedule', schedule })}
              onRemove={() => opener.onRemove({ kind: 'schedule', ...schedule })}
            />
          </li>
        ))}
      </Sheet>
      <TemplateSheet templates={templates} opener={opener} onNew={newTemplate} />
    </>
  )
}

function TemplateSheet({
  templates,
  opener,
  onNew,
}: {
  templates: readonly Template[]
  opener: Opener
  onNew: () => void
}) {
  const { t } = useTranslation('recurring')
  return (
    <Sheet
      title={t('templates')}
      count={templates.length}
      action={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<IconPlus size={14} stroke={1.75} aria-hidden="true" />}
          onClick={onNew}
        >
          {t('newTemplate')}
        </Button>
      }
    >
      {templates.map((template) => (
        <li key={template.id}>
          <TemplateRow
            template={template}
            onEdit={() => opener.onOpen({ kind: 'template', template })}
            onRepeat={() => opener.onOpen({ kind: 'schedule', template })}
            onRemove={() => opener.onRemove({ kind: 'template', ...template })}
          />
        </li>
      ))}
    </Sheet>
  )
}

function Sheet({
  title,
  count,
  none,
  action,
  children,
}: {
  title: string
  count: number
  none?: string
  action?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={settings['sheet']} aria-label={title}>
      <div className={classes['head']}>
        <h2>
          {title}
          <span className={classes['count']}>{count}</span>
        </h2>
        {action}
      </div>
      {count === 0 ? (
        <p className={classes['empty']}>{none}</p>
      ) : (
        <ul className={settings['list']}>{children}</ul>
      )}
    </section>
  )
}

function OpenPanel({
  open,
  templates,
  timeZone,
  onClose,
}: {
  open: Open | undefined
  templates: readonly Template[]
  timeZone: string
  onClose: () => void
}) {
  if (open === undefined) return null
  if (open.kind === 'template') return <TemplatePanel template={open.template} onClose={onClose} />
  const { schedule, template } = open
  return <SchedulePanel {...{ schedule, template, templates, timeZone, onClose }} />
}
