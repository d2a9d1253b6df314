// One schedule: what it creates when, when it is due next, and what can be changed.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconAlertTriangle,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Schedule, Template } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Pill } from '#components/surface/pill.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import settings from '../settings.module.css'
import classes from './recurring.module.css'
import { useRecurringAct } from './recurring-queries.ts'
import { describeRule } from './rule-words.ts'

type RowProps = {
  schedule: Schedule
  template: Template | undefined
  onEdit: () => void
  onRemove: () => void
}

export function ScheduleRow({ schedule, template, onEdit, onRemove }: RowProps) {
  const { t } = useTranslation('recurring')
  const locale = useLocale()
  return (
    <div className={classes['row']}>
      <div className={settings['cut']}>
        <div className={settings['name']}>
          <span className={settings['cut']}>{schedule.name}</span>
          {schedule.state !== 'active' && <Pill>{t(`state.${schedule.state}`)}</Pill>}
          {schedule.last_error !== null && (
            <Pill tone="red" icon={<IconAlertTriangle size={13} stroke={2} aria-hidden="true" />}>
              {t('failed')}
            </Pill>
          )}
        </div>
        <div className={`${settings['quiet']} ${classes['wrap']}`}>
          {describeRule(schedule.rule, locale, t)} · {schedule.rule.time_zone}
        </div>
        {schedule.last_error !== null && (
          <div className={classes['error']}>{schedule.last_error}</div>
        )}
      </div>
      <div className={`${settings['quiet']} ${settings['cut']}`}>{template?.name}</div>
      <Times schedule={schedule} />
      <RowMenu schedule={schedule} onEdit={onEdit} onRemove={onRemove} />
    </div>
  )
}

function Times({ schedule }: { schedule: Schedule }) {
  const { t } = useTranslation('recurring')
  const locale = useLocale()
  const [next] = schedule.upcoming
  return (
    <div className={settings['quiet']}>
      {next !== undefined && <div>{t('next', { time: momentWords(next, locale) })}</div>}
      {schedule.state === 'ended' && <div>{t('noNext')}</div>}
      {schedule.last_task_id === null ? (
        t('tasks', { count: schedule.task_count })
      ) : (
        <Link
          to="/tasks/$task"
          params={{ task: schedule.last_task_id }}
          search={{}}
          className={classes['link'] ?? ''}
          aria-label={t('latestOf', { name: schedule.name })}
        >
          {t('tasks', { count: schedule.task_count })}
        </Link>
      )}
    </div>
  )
}

export function momentWords(moment: string, locale: string): string {
  return new Date(moment).toLocaleString(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
}

const fail = (error: Error) => showFailure(error.message)

function RowMenu({ schedule, onEdit, onRemove }: Omit<RowProps, 'template'>) {
  const { t } = useTranslation('recurring')
  const isPaused = schedule.state === 'paused'
  const { name } = schedule
  const params = { schedule: schedule.id }
  const toggle = useRecurringAct(() =>
    call(isPaused ? 'schedules.resume' : 'schedules.pause', { params }),
  )
  const icon = { size: 16, stroke: 1.75 }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('actions', { name })}>
          <IconDots {...icon} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
          {t('edit')}
        </Menu.Item>
        <Menu.Item
          leftSection={isPaused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
          onClick={() =>
            toggle.mutate(undefined, {
              onSuccess: () => showDone(t(isPaused ? 'resumed' : 'paused', { name })),
              onError: fail,
            })
          }
        >
          {t(isPaused ? 'resume' : 'pause')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
          {t('delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
