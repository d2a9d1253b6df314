// One template: its name, the task it stands for, and what can be changed.
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconRepeat, IconTrash } from '@tabler/icons-react'
import type { Template } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import settings from '../settings.module.css'
import classes from './recurring.module.css'

export function TemplateRow({
  template,
  onEdit,
  onRepeat,
  onRemove,
}: {
  template: Template
  onEdit: () => void
  onRepeat: () => void
  onRemove: () => void
}) {
  const { t } = useTranslation('recurring')
  const { task } = template
  const icon = { size: 16, stroke: 1.75 }
  const facts = [task.queue, task.assignee, ...(task.labels ?? [])].filter(Boolean)
  return (
    <div className={classes['row']}>
      <div className={settings['cut']}>
        <div className={`${settings['name']} ${settings['cut']}`}>{template.name}</div>
        <div className={`${settings['quiet']} ${settings['cut']}`}>{task.title}</div>
      </div>
      <div className={`${settings['quiet']} ${settings['cut']}`}>{facts.join(' · ')}</div>
      <div className={settings['quiet']}>
        {task.due_in === undefined ? t('noDue') : t('dueIn', { span: spanWords(task.due_in, t) })}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon aria-label={t('actions', { name: template.name })}>
            <IconDots {...icon} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            {t('edit')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRepeat {...icon} />} onClick={onRepeat}>
            {t('repeat')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={onRemove}>
            {t('delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const units = { h: 'span.hours', d: 'span.days', w: 'span.weeks' } as const

function spanWords(span: string, t: ReturnType<typeof useTranslation<'recurring'>>['t']): string {
  const unit = units[span.slice(-1) as keyof typeof units] // the pattern of the API has no others
  return t(unit, { count: Number(span.slice(0, -1)) })
}
