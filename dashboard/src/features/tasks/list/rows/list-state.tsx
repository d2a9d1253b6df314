// The list, or what to say where there is nothing to list.
import { Button } from '@mantine/core'
import { IconFilterOff, IconListCheck, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#components/states/empty-state.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { KeyHint } from '#components/text/key-hint.tsx'
import type { ListModel } from '../use-list-model.ts'

export function ListState({ model, children }: { model: ListModel; children: ReactNode }) {
  const { t } = useTranslation('tasks')
  const { isFiltered } = model
  const { items, error, retry } = model.rows
  if (error && !items.some(({ kind }) => kind === 'task')) {
    return <ErrorState what={t('title')} error={error} onRetry={retry} />
  }
  if (items.length > 0) return children
  const add = (
    <Button
      leftSection={<IconPlus size={16} stroke={1.75} />}
      rightSection={<KeyHint keys="c" />}
      onClick={model.drafting.openDraft}
    >
      {t('new')}
    </Button>
  )
  if (isFiltered) {
    return (
      <EmptyState
        icon={<IconFilterOff size={24} stroke={1.75} />}
        title={t('empty.filteredTitle')}
        actions={
          <>
            <Button variant="default" onClick={model.clearFilters}>
              {t('clearFilters')}
            </Button>
            {add}
          </>
        }
      >
        {t('empty.filteredText')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<IconListCheck size={24} stroke={1.75} />}
      title={t('empty.title')}
      actions={add}
    >
      {t('empty.text')}
    </EmptyState>
  )
}
