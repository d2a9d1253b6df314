// The columns that a list can show beside number, title, status and priority, which it always shows.
import type { Field } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenField, useFields } from '#api/fields.ts'

export const FIXED_COLUMNS = ['number', 'title', 'status', 'priority'] as const
export const USUAL_COLUMNS = ['labels', 'source', 'due_at', 'assignee'] as const

export const PLAIN_COLUMNS = [
  'labels',
  'queue',
  'source',
  'external_id',
  'due_at',
  'created_at',
  'updated_at',
  'completed_at',
  'delegate',
  'assignee',
] as const
export type PlainColumn = (typeof PLAIN_COLUMNS)[number]

export type ColumnInfo = { name: string } & (
  | { column: PlainColumn; field?: undefined }
  | { column: `field:${string}`; field: Field }
)

/** Every column there is, by its name; archived fields are left out. */
export function useColumnInfos(): ReadonlyMap<string, ColumnInfo> {
  const { t } = useTranslation('views')
  const fields = useFields()
  return useMemo(() => {
    const plain = PLAIN_COLUMNS.map((column) => ({ column, name: t(`column.${column}`) }))
    const custom = fields
      .filter(isOpenField)
      .map((field) => ({ column: `field:${field.key}` as const, name: field.name, field }))
    return new Map<string, ColumnInfo>([...plain, ...custom].map((info) => [info.column, info]))
  }, [t, fields])
}
