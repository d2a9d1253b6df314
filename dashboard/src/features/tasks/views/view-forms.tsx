// What is asked when a view is saved or renamed.
import { Button, Checkbox, TextInput } from '@mantine/core'
import type { View } from '@task-service/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import type { Dropped } from '#components/on-demand/drop-button.tsx'
import { DropCard } from '#components/on-demand/drop-card.tsx'
import { useColumns } from '../columns/use-columns.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { useViewActions } from './use-views.ts'
import { toViewQuery, viewColumns } from './view-search.ts'
import classes from './view-tabs.module.css'

/** The form may be fetched after its popover has looked for a field to focus. */
function useFirstField(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}

export function SaveCard({
  at,
  onClose,
  onSaved,
  search,
}: Dropped & { search: TaskSearch; onSaved: (view: View) => void }) {
  const { t } = useTranslation(['views', 'tasks'])
  return (
    <DropCard
      at={at}
      onClose={onClose}
      label={t('tasks:views.save')}
      position="bottom-end"
      width={280}
    >
      <SaveForm
        search={search}
        onSaved={(view) => {
          onClose()
          onSaved(view)
        }}
      />
    </DropCard>
  )
}

export function RenameCard({ at, onClose, view }: Dropped & { view: View }) {
  const { t } = useTranslation(['views', 'tasks'])
  return (
    <DropCard at={at} onClose={onClose} label={t('rename')} width={280}>
      <RenameForm view={view} onClose={onClose} />
    </DropCard>
  )
}

function SaveForm({ search, onSaved }: { search: TaskSearch; onSaved: (view: View) => void }) {
  const { t } = useTranslation(['views', 'tasks'])
  const username = useMe()?.user.username
  const columns = useColumns(search)
  const { create } = useViewActions()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  const field = useFirstField()
  const save = async () => {
    if (name.trim() === '') return setError(t('nameMissing'))
    const query = toViewQuery(search, username)
    const body = { name: name.trim(), shared, query, columns: viewColumns(columns) }
    const made = await create(body)
    if (typeof made === 'string') setError(made)
    else onSaved(made)
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label={t('name')}
        value={name}
        maxLength={100}
        error={error}
        ref={field}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label={t('shared')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit">{t('tasks:views.save')}</Button>
    </form>
  )
}

function RenameForm({ view, onClose }: { view: View; onClose: () => void }) {
  const { t } = useTranslation(['views', 'tasks'])
  const { change } = useViewActions()
  const [name, setName] = useState(view.name)
  const field = useFirstField()
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() === '') return
        onClose()
        if (name.trim() !== view.name) void change(view, { name: name.trim() })
      }}
    >
      <TextInput
        label={t('name')}
        value={name}
        maxLength={100}
        ref={field}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit">{t('rename')}</Button>
    </form>
  )
}
