// Keeps the filters, order and groups of now under a name.
import { Button, Checkbox, Popover, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { View } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../app/me.ts'
import type { TaskSearch } from '../data/task-search.ts'
import { useViewActions } from './use-views.ts'
import { toViewQuery } from './view-search.ts'
import classes from './view-tabs.module.css'

export function SaveView({
  search,
  onSaved,
}: {
  search: TaskSearch
  onSaved: (view: View) => void
}) {
  const { t } = useTranslation('tasks')
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      width={280}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes['add']}
          onClick={() => setOpened(!opened)}
          aria-label={t('views.save')}
          aria-haspopup="dialog"
          title={t('views.save')}
        >
          <IconPlus size={16} stroke={1.75} />
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <SaveForm
          search={search}
          onSaved={(view) => {
            setOpened(false)
            onSaved(view)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function SaveForm({ search, onSaved }: { search: TaskSearch; onSaved: (view: View) => void }) {
  const { t } = useTranslation('tasks')
  const username = useMe()?.user.username
  const { create } = useViewActions()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [error, setError] = useState<string>()
  const save = async () => {
    if (name.trim() === '') return setError(t('views.nameMissing'))
    const made = await create({ name: name.trim(), shared, query: toViewQuery(search, username) })
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
        label={t('views.name')}
        value={name}
        maxLength={100}
        error={error}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Checkbox
        label={t('views.shared')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit">{t('views.save')}</Button>
    </form>
  )
}
