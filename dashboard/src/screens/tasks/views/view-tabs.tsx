// Views of the tasks as tabs: the built-in ones, and those that people saved.
import { useTranslation } from 'react-i18next'
import { useMe } from '../../../app/me.ts'
import { useNow } from '../../../parts/use-now.ts'
import {
  filtersOf,
  ME,
  NOBODY,
  readSearch,
  type TaskSearch,
} from '../../../tasks/data/task-search.ts'
import { toFilters } from '../../../tasks/data/to-query.ts'
import { describeCount, useTaskCounts } from '../../../tasks/data/use-task-counts.ts'
import classes from './view-tabs.module.css'

const BUILT_IN = {
  open: {},
  mine: { assignee: ME },
  unassigned: { assignee: NOBODY },
  today: { due: 'today' },
} as const
type BuiltIn = keyof typeof BUILT_IN
const names = Object.keys(BUILT_IN) as BuiltIn[] // keys of the table above

const same = (a: TaskSearch, b: TaskSearch): boolean =>
  JSON.stringify(filtersOf(a)) === JSON.stringify(filtersOf(b))

export function ViewTabs({
  search,
  onView,
}: {
  search: TaskSearch
  onView: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('tasks')
  const views = names.map((name) => ({ name, search: readSearch(BUILT_IN[name]) }))
  return (
    <nav className={classes['bar']} aria-label={t('views.title')}>
      {views.map((view) => (
        <ViewTab
          key={view.name}
          title={t(`views.${view.name}`)}
          search={view.search}
          isOn={search.view === undefined && same(view.search, search)}
          onChoose={() => onView({ ...view.search, ...layoutOf(search) })}
        />
      ))}
    </nav>
  )
}

/** Group and order stay when another view is chosen. */
function layoutOf({ group, sort }: TaskSearch): Pick<TaskSearch, 'group' | 'sort'> {
  return { ...(group && { group }), ...(sort && { sort }) }
}

function ViewTab({
  title,
  search,
  isOn,
  onChoose,
}: {
  title: string
  search: TaskSearch
  isOn: boolean
  onChoose: () => void
}) {
  const { i18n } = useTranslation()
  const counts = useTaskCounts(
    toFilters(search, { username: useMe()?.user.username, now: useNow() }),
  )
  return (
    <button
      type="button"
      className={classes['tab']}
      aria-current={isOn ? 'page' : undefined}
      onClick={onChoose}
    >
      {title}
      {counts && (
        <span className={classes['count']}>
          {describeCount(counts.total, counts.total_is_at_least, i18n.language)}
        </span>
      )}
    </button>
  )
}
