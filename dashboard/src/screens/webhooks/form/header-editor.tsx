// Headers of one's own. What is stored is only known by its name; a new value replaces it.
import { ActionIcon, Button, PasswordInput, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../../parts/surface/notice.tsx'
import type { HeaderRow } from './draft.ts'
import classes from './form.module.css'

export function HeaderEditor({
  rows,
  error,
  onChange,
}: {
  rows: readonly HeaderRow[]
  error?: string | undefined
  onChange: (rows: HeaderRow[]) => void
}) {
  const { t } = useTranslation('webhooks')
  const replace = (key: string, change: Partial<HeaderRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)))
  const added = { name: '', value: '', isStored: false }
  return (
    <fieldset className={classes['group']}>
      <legend>{t('form.headers')}</legend>
      <p className={classes['hint']}>{t('form.headersHint')}</p>
      {rows.map((row) => (
        <div key={row.key} className={classes['pair']}>
          <TextInput
            aria-label={t('form.headerName')}
            placeholder="Authorization"
            value={row.name}
            readOnly={row.isStored}
            onChange={(event) => replace(row.key, { name: event.currentTarget.value })}
          />
          <PasswordInput
            aria-label={t('form.headerValue')}
            placeholder={row.isStored ? t('form.stored') : 'Bearer …'}
            autoComplete="off"
            value={row.value}
            onChange={(event) => replace(row.key, { value: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={t('form.removeHeader')}
            onClick={() => onChange(rows.filter((one) => one.key !== row.key))}
          >
            <IconTrash size={16} stroke={1.75} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && <Notice tone="red" title={error} />}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={() => onChange([...rows, { key: crypto.randomUUID(), ...added }])}
        >
          {t('form.addHeader')}
        </Button>
      </div>
    </fieldset>
  )
}
