// One custom field: its name opens it, and the menu moves, archives and deletes it.
import { ActionIcon, Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconDots,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import type { Field, FieldChangeRequest } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { Pill } from '#components/surface/pill.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import settings from '../settings.module.css'
import { useFieldAct } from './field-acts.ts'
import classes from './fields.module.css'

type RowProps = {
  field: Field
  /** Of all fields. */
  count: number
  onEdit: () => void
  onRemove: () => void
}

export function FieldRow(props: RowProps) {
  const { t } = useTranslation('fields')
  const { field, onEdit } = props
  const choices = field.choices.length
  return (
    <div className={classes['row']} data-archived={field.archived_at !== null || undefined}>
      <div className={settings['who']}>
        <button type="button" className={classes['name']} onClick={onEdit}>
          {field.name}
        </button>
        {field.archived_at !== null && <Pill>{t('admin.archived')}</Pill>}
      </div>
      <div>
        {t(`type.${field.type}`)}
        {choices > 0 && (
          <span className={settings['quiet']}> · {t('admin.choiceCount', { count: choices })}</span>
        )}
      </div>
      <code className={classes['key']}>{field.key}</code>
      <RowMenu {...props} />
    </div>
  )
}

type Send = (body: FieldChangeRequest, done?: string) => void

function RowMenu(props: RowProps) {
  const { t } = useTranslation('fields')
  const { field } = props
  const change = useFieldAct((body: FieldChangeRequest) =>
    call('fields.change', { params: { field: field.id }, body }),
  )
  const send: Send = (body, done) =>
    change.mutate(body, {
      onSuccess: () => done !== undefined && showDone(done),
      onError: (error) => showFailure(error.message),
    })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('admin.actions', { name: field.name })}>
          <IconDots size={16} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <EditItems {...props} send={send} />
        <Menu.Divider />
        <EndItems {...props} send={send} />
      </Menu.Dropdown>
    </Menu>
  )
}

function EditItems({ field, count, onEdit, send }: RowProps & { send: Send }) {
  const { t } = useTranslation('fields')
  return (
    <>
      <Menu.Item leftSection={<IconPencil size={16} stroke={1.75} />} onClick={onEdit}>
        {t('admin.edit')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowUp size={16} stroke={1.75} />}
        disabled={field.position === 0}
        onClick={() => send({ position: field.position - 1 })}
      >
        {t('admin.moveUp')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconArrowDown size={16} stroke={1.75} />}
        disabled={field.position >= count - 1}
        onClick={() => send({ position: field.position + 1 })}
      >
        {t('admin.moveDown')}
      </Menu.Item>
    </>
  )
}

function EndItems({ field, onRemove, send }: RowProps & { send: Send }) {
  const { t } = useTranslation('fields')
  const isArchived = field.archived_at !== null
  const Mark = isArchived ? IconArchiveOff : IconArchive
  const done = t(isArchived ? 'admin.restoredDone' : 'admin.archivedDone', { name: field.name })
  return (
    <>
      <Menu.Item
        leftSection={<Mark size={16} stroke={1.75} />}
        onClick={() => send({ archived: !isArchived }, done)}
      >
        {t(isArchived ? 'admin.restore' : 'admin.archive')}
      </Menu.Item>
      <Menu.Item color="red" leftSection={<IconTrash size={16} stroke={1.75} />} onClick={onRemove}>
        {t('admin.remove')}
      </Menu.Item>
    </>
  )
}
