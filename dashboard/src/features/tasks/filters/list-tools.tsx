// What stands in the head of a list or board: words to filter by, and the way to a new task.
import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import classes from './filters.module.css'
import { TextFilter } from './text-filter.tsx'
import type { Finding } from './use-finding.ts'

export function ListTools({
  finding: { q, onText, input, isOpen, onFind },
  isNarrow,
  onNew,
}: {
  finding: Finding
  isNarrow: boolean
  onNew: () => void
}) {
  const { t } = useTranslation('tasks')
  const field = <TextFilter text={q} onText={onText} input={input} />
  if (!isNarrow) {
    return (
      <>
        {field}
        <Button
          leftSection={<IconPlus size={16} stroke={1.75} />}
          rightSection={<KeyHint keys="c" />}
          onClick={onNew}
        >
          {t('new')}
        </Button>
      </>
    )
  }
  return (
    <>
      {isOpen ? (
        field
      ) : (
        <ActionIcon size={44} onClick={onFind} aria-label={t('filterByText')}>
          <IconSearch size={18} stroke={1.75} />
        </ActionIcon>
      )}
      <button type="button" className={classes['new']} onClick={onNew} aria-label={t('new')}>
        <span>
          <IconPlus size={18} stroke={1.75} />
        </span>
      </button>
    </>
  )
}
