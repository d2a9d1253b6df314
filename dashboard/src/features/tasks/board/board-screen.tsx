// Tasks as cards in columns of the loop.
import { useMediaQuery } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { Page } from '#components/page/page.tsx'
import { LazyInlineCreate } from '#features/tasks/create/lazy-inline-create.tsx'
import type { TaskSearch } from '#features/tasks/data/task-search.ts'
import { DisplayMenu } from '#features/tasks/filters/display-menu.tsx'
import { FilterBar } from '#features/tasks/filters/filter-bar.tsx'
import { ListTools } from '#features/tasks/filters/list-tools.tsx'
import { PickerProvider } from '#features/tasks/pickers/picker-provider.tsx'
import { withWords } from '#words/index.ts'
import { LazyTaskPanel } from '../detail/lazy-task-panel.tsx'
import classes from './board.module.css'
import { BoardColumn } from './board-column.tsx'
import type { BoardColumn as Column } from './board-columns.ts'
import { type LaneField, laneField } from './lanes/lane-fields.ts'
import { StatusSwitch } from './status-switch.tsx'
import { type BoardModel, useBoardModel } from './use-board-model.ts'

const LaneBoard = onDemand(
  withWords(['views', 'detail'], async () => (await import('./lanes/lane-board.tsx')).LaneBoard),
)

export function BoardScreen() {
  return (
    <PickerProvider>
      <Board />
    </PickerProvider>
  )
}

function Board() {
  const { t } = useTranslation('board')
  const text = useRef<HTMLInputElement>(null)
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })
  const model = useBoardModel({ text, isNarrow })
  const { search, changeSearch, columns, drafting, countOf } = model
  const [chosen, setChosen] = useState<string>()
  const change = (next: TaskSearch) => changeSearch(() => next)
  const single = columns.find(({ status }) => status === chosen) ?? columns[0]
  const shown = isNarrow && single ? [single] : columns
  return (
    <Page
      title={t('title')}
      bleed
      actions={<ListTools finding={model.finding} isNarrow={isNarrow} onNew={drafting.openDraft} />}
    >
      <div className={classes['split']}>
        <div className={classes['side']}>
          <FilterBar search={search} onChange={change}>
            <DisplayMenu
              search={search}
              onChange={change}
              withGroups={false}
              withRows={!isNarrow}
              usualSort="priority"
            />
          </FilterBar>
          <StatusSwitch
            columns={columns}
            countOf={countOf}
            chosen={single?.status}
            onChoose={setChosen}
          />
          {drafting.draft && (
            <LazyInlineCreate
              key={JSON.stringify(drafting.draft)}
              draft={drafting.draft}
              onClose={drafting.closeDraft}
              onCreated={() => undefined}
            />
          )}
          <Columns model={model} columns={shown} lane={isNarrow ? undefined : laneField(search)} />
        </div>
        {search.peek && !isNarrow && (
          <LazyTaskPanel key={search.peek} reference={search.peek} onClose={model.closePeek} />
        )}
      </div>
    </Page>
  )
}

/** All of them, or their parts in every row. */
function Columns({
  model: { search, countOf, actions },
  columns,
  lane,
}: {
  model: BoardModel
  columns: readonly Column[]
  lane: LaneField | undefined
}) {
  const { peek } = search
  if (lane) {
    return (
      <LaneBoard field={lane} columns={columns} countOf={countOf} peeked={peek} actions={actions} />
    )
  }
  return (
    <div className={classes['board']}>
      {columns.map((column) => (
        <BoardColumn
          key={column.status}
          column={column}
          count={countOf(column.status)}
          peeked={peek}
          actions={actions}
        />
      ))}
    </div>
  )
}
