// Keeps the filters, order and groups of now under a name.
import { Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { View } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import type { TaskSearch } from '../data/task-search.ts'
import classes from './view-tabs.module.css'

const SaveForm = onDemand(async () => (await import('./view-forms.tsx')).SaveForm)

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
