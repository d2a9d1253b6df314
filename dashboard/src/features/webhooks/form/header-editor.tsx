// Headers of one's own. What is stored is only known by its name; a new value replaces it.
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordField } from '#components/fields/password-field.tsx'
import { Notice } from '#components/surface/notice.tsx'
import type { HeaderRow } from './draft.ts'
import { RowEditor, type RowFields } from './row-editor.tsx'

export function HeaderEditor({
  rows,
  toDrop,
  error,
  onChange,
}: {
  rows: readonly HeaderRow[]
  /** Names of stored headers that saving removes. */
  toDrop: readonly string[]
  error?: string | undefined
  onChange: (rows: HeaderRow[]) => void
}) {
  const { t } = useTranslation('webhooks')
  const words = {
    legend: t('form.headers'),
    hint: t('form.headersHint'),
    add: t('form.addHeader'),
    remove: t('form.removeHeader'),
  }
  return (
    <RowEditor<HeaderRow>
      words={words}
      rows={rows}
      blank={{ name: '', value: '', isStored: false }}
      error={error}
      onChange={onChange}
      isMarked={({ name }) => toDrop.includes(name)}
      fields={HeaderFields}
    >
      {toDrop.length > 0 && (
        <Notice live tone="amber" title={t('form.dropsHeaders', { names: toDrop.join(', ') })}>
          {t('form.dropsHeadersWhy')}
        </Notice>
      )}
    </RowEditor>
  )
}

function HeaderFields({ row, isMarked, replace }: RowFields<HeaderRow>) {
  const { t } = useTranslation('webhooks')
  const stored = isMarked ? t('form.willBeRemoved') : t('form.stored')
  return (
    <>
      <TextInput
        aria-label={t('form.headerName')}
        placeholder="Authorization"
        value={row.name}
        readOnly={row.isStored}
        onChange={(event) => replace({ name: event.currentTarget.value })}
      />
      <PasswordField
        aria-label={t('form.headerValue')}
        placeholder={row.isStored ? stored : 'Bearer …'}
        autoComplete="off"
        value={row.value}
        onChange={(event) => replace({ value: event.currentTarget.value })}
      />
    </>
  )
}
