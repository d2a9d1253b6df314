// Above the rows: what the list is narrowed to, or what can be done to those that are selected.
import { useTranslation } from 'react-i18next'
import type { FilterField, TaskSearch } from '#features/tasks/data/task-search.ts'
import { DisplayMenu } from '#features/tasks/filters/display-menu.tsx'
import { FilterBar } from '#features/tasks/filters/filter-bar.tsx'
import type { ListModel } from '../use-list-model.ts'
import { BulkBar } from './bulk-bar.tsx'

export function ListBars({
  model,
  fixed,
  onChange,
}: {
  model: ListModel
  fixed: readonly FilterField[]
  onChange: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('tasks')
  const { search, cursor, extra } = model
  if (model.selecting.isOn) {
    return (
      <BulkBar
        tasks={cursor.chosen}
        onPick={(field, at) => model.openPicker(field, cursor.chosen, at)}
        onDelete={() => model.setDeleting(cursor.chosen)}
        onClear={model.selecting.stop}
      />
    )
  }
  const more = Object.keys(extra ?? {}).map((name) => name.replaceAll('_', ' '))
  const narrows = more.length > 0 ? t('viewNarrows', { list: more.join(', ') }) : undefined
  const note = model.isMissing ? t('views.missing') : narrows
  return (
    <FilterBar search={search} fixed={fixed} note={note} onChange={onChange}>
      <DisplayMenu
        search={search}
        onChange={onChange}
        onSelect={model.selecting.start}
        whole={{ search: model.whole, extra }}
      />
    </FilterBar>
  )
}
