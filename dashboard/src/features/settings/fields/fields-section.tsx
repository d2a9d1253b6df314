// Settings → Custom fields: what tasks have besides the properties that all of them have.
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Field } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldsQuery } from '#api/fields.ts'
import { PageAction } from '#components/page/page-action.tsx'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import settings from '../settings.module.css'
import { SettingsFrame } from '../settings-frame.tsx'
import { FieldPanel } from './field-panel.tsx'
import { FieldRow } from './field-row.tsx'
import classes from './fields.module.css'
import { RemoveField } from './remove-field.tsx'

/** As many as the server accepts. */
const MOST = 100

export function FieldsSection({ navigation }: { navigation: ReactNode }) {
  const { t } = useTranslation('fields')
  const fields = useQuery(fieldsQuery)
  const [open, setOpen] = useState<Field | 'new'>()
  const [removing, setRemoving] = useState<Field>()
  const add = () => setOpen('new')
  return (
    <SettingsFrame
      title={t('title')}
      navigation={navigation}
      actions={
        <PageAction
          icon={<IconPlus size={16} stroke={1.75} aria-hidden="true" />}
          label={t('admin.add')}
          onClick={add}
        />
      }
      panel={
        open && (
          <FieldPanel
            key={open === 'new' ? 'new' : open.id}
            field={open === 'new' ? undefined : open}
            onClose={() => setOpen(undefined)}
          />
        )
      }
    >
      {fields.isError && !fields.data && (
        <ErrorState what={t('title')} error={fields.error} onRetry={() => void fields.refetch()} />
      )}
      {fields.isPending && <RowSkeleton rows={4} height={52} />}
      {fields.data?.length === 0 && (
        <EmptyState icon={<IconForms size={24} stroke={1.75} />} title={t('admin.emptyTitle')}>
          {t('admin.emptyText')}
        </EmptyState>
      )}
      {fields.data && fields.data.length > 0 && (
        <FieldTable fields={fields.data} onEdit={setOpen} onRemove={setRemoving} />
      )}
      {removing && <RemoveField field={removing} onClose={() => setRemoving(undefined)} />}
    </SettingsFrame>
  )
}

type TableProps = {
  fields: readonly Field[]
  onEdit: (field: Field) => void
  onRemove: (field: Field) => void
}

function FieldTable({ fields, onEdit, onRemove }: TableProps) {
  const { t } = useTranslation('fields')
  return (
    <div className={settings['sheet']}>
      <div className={classes['columns']} aria-hidden="true">
        <span>{t('admin.column.name')}</span>
        <span>{t('admin.column.type')}</span>
        <span>{t('admin.column.key')}</span>
      </div>
      <ul className={settings['list']}>
        {fields.map((field) => (
          <li key={field.id}>
            <FieldRow
              field={field}
              count={fields.length}
              onEdit={() => onEdit(field)}
              onRemove={() => onRemove(field)}
            />
          </li>
        ))}
      </ul>
      <div className={settings['foot']}>
        {t('admin.count', { count: fields.length, max: MOST })}
      </div>
    </div>
  )
}
