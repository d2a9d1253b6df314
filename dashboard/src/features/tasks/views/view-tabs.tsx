// Views of the tasks as tabs: the built-in ones, and those that people saved.
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { bringIntoSight } from '#lib/bring-into-sight.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import {
  filtersOf,
  ME,
  readSearch,
  type TaskSearch,
  UNASSIGNED,
  writeSearch,
} from '../data/task-search.ts'
import { type TaskFilters, toFilters } from '../data/to-query.ts'
import { describeCount, useTaskCounts } from '../data/use-task-counts.ts'
import { SaveView } from './save-view.tsx'
import { useViews } from './use-views.ts'
import { ViewMenu } from './view-menu.tsx'
import { fromView, resolveExtra } from './view-search.ts'
import classes from './view-tabs.module.css'

const BUILT_IN = {
  open: {},
  mine: { assignee: ME },
  unassigned: { assignee: UNASSIGNED },
  today: { due: 'today' },
} as const
type BuiltIn = keyof typeof BUILT_IN
const names = Object.keys(BUILT_IN) as BuiltIn[] // keys of the table above

const same = (a: TaskSearch, b: TaskSearch): boolean =>
  JSON.stringify(filtersOf(a)) === JSON.stringify(filtersOf(b))

export function ViewTabs({
  search,
  isReady,
  onView,
}: {
  search: TaskSearch
  /** The rows are there; now the tabs may count. */
  isReady: boolean
  onView: (search: TaskSearch) => void
}) {
  const { t } = useTranslation('tasks')
  const navigate = useNavigate()
  const saved = useViews()
  const builtIn = names.map((name) => ({ name, search: readSearch(BUILT_IN[name]) }))
  return (
    <nav className={classes['bar']} aria-label={t('views.title')}>
      {builtIn.map((view) => (
        <ViewTab
          key={view.name}
          title={t(`views.${view.name}`)}
          search={view.search}
          isReady={isReady}
          isOn={search.view === undefined && same(view.search, search)}
          onChoose={() => onView({ ...view.search, ...layoutOf(search) })}
        />
      ))}
      {saved.map((view) => {
        const { search: own, extra } = fromView(view)
        const isOn = search.view === view.id
        return (
          <ViewTab
            key={view.id}
            title={view.name}
            search={own}
            isReady={isReady}
            extra={extra}
            isOn={isOn}
            onChoose={() =>
              view.kind === 'board'
                ? void navigate({ to: '/board', search: writeSearch(own) })
                : onView(own)
            }
          >
            {isOn && (
              <ViewMenu view={view} search={search} onLeave={() => onView(readSearch({}))} />
            )}
          </ViewTab>
        )
      })}
      <SaveView search={search} onSaved={(view) => onView(fromView(view).search)} />
    </nav>
  )
}

/** Group and order stay when a built-in view is chosen. */
function layoutOf({ group, sort }: TaskSearch): Pick<TaskSearch, 'group' | 'sort'> {
  return { ...(group && { group }), ...(sort && { sort }) }
}

function ViewTab({
  title,
  search,
  extra,
  isReady,
  isOn,
  onChoose,
  children,
}: {
  title: string
  search: TaskSearch
  extra?: Parameters<typeof resolveExtra>[0]
  isReady: boolean
  isOn: boolean
  onChoose: () => void
  children?: React.ReactNode
}) {
  const locale = useLocale()
  const username = useMe()?.user.username
  const now = useNow()
  const filters: TaskFilters = {
    ...toFilters(search, { username, now }),
    ...(extra && resolveExtra(extra, now)),
  }
  const isKnown = search.assignee !== ME || username !== undefined
  const counts = useTaskCounts(filters, undefined, isReady && isKnown)
  return (
    <span className={classes['place']} data-on={isOn || undefined}>
      <button
        type="button"
        className={classes['tab']}
        aria-current={isOn ? 'page' : undefined}
        ref={isOn ? bringIntoSight : null}
        onClick={onChoose}
      >
        <span className={classes['name']}>{title}</span>
        {counts && (
          <span className={classes['count']}>
            {describeCount(counts.total, counts.total_is_at_least, locale)}
          </span>
        )}
      </button>
      {children}
    </span>
  )
}
