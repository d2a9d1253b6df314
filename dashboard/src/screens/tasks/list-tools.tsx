// What stands in the head of a list: words to filter by, and the way to a new task.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '../../parts/key-hint.tsx'
import { TextFilter } from '../../tasks/filters/text-filter.tsx'
import classes from './task-list-screen.module.css'
import type { ListModel } from './use-list-model.ts'

export function ListTools({
  model,
  text,
  isNarrow,
}: {
  model: ListModel
  text: RefObject<HTMLInputElement | null>
  isNarrow: boolean
}) {
  const { t } = useTranslation('tasks')
  const field = <TextFilter text={model.search.q ?? ''} onText={model.setText} input={text} />
  if (!isNarrow) {
    return (
      <>
        {field}
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="c" />}
          onClick={model.drafting.openDraft}
        >
          {t('new')}
        </Button>
      </>
    )
  }
  return (
    <>
      {model.isSearching || model.search.q ? (
        field
      ) : (
        <ActionIcon size={44} onClick={model.find} aria-label={t('filterByText')}>
          <IconSearch size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <button
        type="button"
        className={classes['add']}
        onClick={model.drafting.openDraft}
        aria-label={t('new')}
      >
        <span>
          <IconPlus size={18} stroke={1.75} />
        </span>
      </button>
    </>
  )
}
