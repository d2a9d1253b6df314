// What the palette offers for what was typed, by group: exact matches first, then actions of the screen, pages, tasks and
// everything else with a name. Without text: what was opened last.
import { useNavigate } from '@tanstack/react-router'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { routes } from '#api/routes.gen.ts'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { type Action, currentActions } from '#lib/actions.ts'
import { places } from '../places.ts'
import { useGeneralActions } from './general-actions.ts'
import { containsWords, matches, recordId, taskNumber } from './match.ts'
import { draw, recentIcon } from './palette-icons.tsx'
import {
  type Group,
  type Item,
  KINDS,
  type Kind,
  type Recent,
  type RecordKind,
  type SearchState,
} from './palette-item.ts'
import { readRecent } from './recent.ts'
import { type FoundTasks, useFoundTasks } from './use-found-tasks.ts'
import { type FoundRecords, useRecords } from './use-records.ts'

const MOST = { actions: 8, tasks: 8, others: 5, alone: 20 }
/** So that a letter does not list half of the API. */
const MIN_REFERENCE = 3

const SECTIONS = ['general', 'fields', 'users', 'recurring', 'transfer', 'audit', 'system'] as const

export type Offered = { groups: Group[]; state: SearchState; retry: () => void }

export function usePaletteGroups(typed: string, only: Kind | undefined): Offered {
  const tasks = useFoundTasks(typed)
  const records = useRecords(typed)
  const toItem = useToItem()
  const onScreen = useScreenGroups(typed)
  const general = useGeneralGroups(typed)
  const pages = usePlaceGroups(typed)
  const groups = {
    actions: only === 'actions' ? [...onScreen, ...general] : onScreen,
    // Pages are wanted more often than what can be done everywhere.
    places: only === 'places' ? pages : [...pages, ...general],
    tasks: useTaskGroups(tasks, only === 'tasks'),
    people: useRecordGroups(records, ['person'], only === 'people'),
    records: useRecordGroups(
      records,
      ['integration', 'webhook', 'connector', 'agent', 'queue'],
      only === 'records',
    ),
    views: useRecordGroups(records, ['view'], only === 'views'),
    reference: useReferenceGroups(typed, only === 'reference'),
  }
  const recent = useRecentGroups(typed, toItem)
  const exact = useExactGroups(typed, tasks, records)
  const state = [tasks.state, records.state]
  return {
    groups: [
      ...(only === undefined ? [...exact, ...recent] : []),
      ...KINDS.filter((kind) => only === undefined || kind === only).flatMap(
        (kind) => groups[kind],
      ),
    ].filter(({ items }) => items.length > 0),
    state:
      (['offline', 'failed', 'searching'] as const).find((one) => state.includes(one)) ?? 'idle',
    retry: () => {
      tasks.retry()
      records.retry()
    },
  }
}

/** A row that leads somewhere. */
function useToItem(): (recent: Recent, id: string) => Item {
  const navigate = useNavigate()
  return (recent, id) => ({
    id,
    label: recent.label,
    note: recent.note,
    icon: recentIcon(recent.kind),
    recent,
    run: () => void navigate({ to: recent.path, search: recent.search ?? {} }),
  })
}

function useTaskItem(): (task: Task) => Item {
  const toItem = useToItem()
  return (task) => {
    const number = `T-${task.number}`
    const opened: Recent = {
      kind: 'task',
      label: task.title,
      note: number,
      path: `/tasks/${number}`,
    }
    return { ...toItem(opened, task.id), icon: <StatusIcon stage={stageOf(task)} /> }
  }
}

const toAction = ({ id, label, icon, keys, run }: Action): Item => ({
  id,
  label,
  icon: draw(icon),
  keys,
  run,
})

const fits =
  (typed: string) =>
  ({ label, keywords }: Action) =>
    matches(typed, label, keywords)

function useScreenGroups(typed: string): Group[] {
  const { t } = useTranslation('shell')
  return currentActions().map(({ on, actions }, place) => ({
    id: `screen-${place}`,
    label: on === undefined ? t('palette.onScreen') : t('palette.on', { on }),
    items: actions.filter(fits(typed)).slice(0, MOST.actions).map(toAction),
  }))
}

/** Actions of every screen, only when the user searches for them. */
function useGeneralGroups(typed: string): Group[] {
  const { t } = useTranslation('shell')
  const general = useGeneralActions()
  const items = typed.trim() === '' ? [] : general.filter(fits(typed)).map(toAction)
  return [{ id: 'general', label: t('palette.actions'), items }]
}

function usePlaceGroups(typed: string): Group[] {
  const { t } = useTranslation('shell')
  const toItem = useToItem()
  const pages = places
    .filter(({ name }) => matches(typed, t(`places.${name}`)))
    .map(({ name, icon, keys, path }) => ({
      ...toItem({ kind: 'place', label: t(`places.${name}`), path }, `place-${name}`),
      icon: draw(icon),
      keys,
      recent: undefined,
    }))
  const inSettings = t('places.settings')
  const sections =
    typed.trim() === ''
      ? []
      : SECTIONS.filter((name) => matches(typed, inSettings, t(`palette.section.${name}`))).map(
          (name) =>
            toItem(
              {
                kind: 'place',
                label: t(`palette.section.${name}`),
                note: inSettings,
                path: `/settings/${name}`,
              },
              `section-${name}`,
            ),
        )
  return [{ id: 'places', label: t('palette.places'), items: [...pages, ...sections] }]
}

function useTaskGroups({ others }: FoundTasks, isAlone: boolean): Group[] {
  const { t } = useTranslation('shell')
  const toTask = useTaskItem()
  const items = others.slice(0, isAlone ? MOST.alone : MOST.tasks).map(toTask)
  return [{ id: 'tasks', label: t('places.tasks'), items }]
}

function useRecordGroups(
  { of }: FoundRecords,
  kinds: readonly RecordKind[],
  isAlone: boolean,
): Group[] {
  const { t } = useTranslation('shell')
  const toItem = useToItem()
  return kinds.map((kind) => ({
    id: kind,
    label: t(`palette.group.${kind}`),
    items: of([kind], isAlone ? MOST.alone : MOST.others).map((record) =>
      toItem(withoutWords(record), `${kind}-${record.id}-${record.label}`),
    ),
  }))
}

const withoutWords = ({ kind, label, note, path, search }: Recent): Recent => ({
  kind,
  label,
  note,
  path,
  search,
})

/** Operations of the API, by name, method or path. */
function useReferenceGroups(typed: string, isAlone: boolean): Group[] {
  const { t } = useTranslation('shell')
  const toItem = useToItem()
  const isSought = typed.trim().length >= MIN_REFERENCE || (isAlone && typed.trim() !== '')
  const items = Object.entries(routes)
    .filter(([id, [method, path]]) => isSought && containsWords(typed.trim(), id, method, path))
    .slice(0, isAlone ? MOST.alone : MOST.others)
    .map(([id, [method, path]]) =>
      toItem(
        {
          kind: 'operation',
          label: id,
          note: `${method} /api${path}`,
          path: '/reference',
          search: { op: id },
        },
        `operation-${id}`,
      ),
    )
  return [{ id: 'reference', label: t('places.reference'), items }]
}

/** A number or an ID that was typed: what it is, and what happened to it. */
function useExactGroups(typed: string, tasks: FoundTasks, records: FoundRecords): Group[] {
  const { t } = useTranslation('shell')
  const toItem = useToItem()
  const toTask = useTaskItem()
  const given = recordId(typed)
  const object = given?.id ?? (tasks.exact && taskNumber(typed))
  const approval = given?.prefix === 'apr' ? given.id : undefined
  const delivery = given?.prefix === 'dlv' ? given.id : undefined
  const items = [
    ...(tasks.exact ? [toTask(tasks.exact)] : []),
    ...(records.exact ? [toItem(withoutWords(records.exact), 'exact-record')] : []),
    ...(approval
      ? [
          toItem(
            {
              kind: 'place',
              label: t('palette.approval'),
              note: approval,
              path: `/inbox/approvals/${approval}`,
            },
            'exact-approval',
          ),
        ]
      : []),
    ...(delivery
      ? [
          toItem(
            {
              kind: 'place',
              label: t('palette.delivery'),
              note: delivery,
              path: '/deliveries',
              search: { delivery },
            },
            'exact-delivery',
          ),
        ]
      : []),
    ...(object && hasEntries(object)
      ? [
          toItem(
            {
              kind: 'place',
              label: t('palette.auditOf', { object: given ? `${object.slice(0, 8)}…` : object }),
              path: '/settings/audit',
              search: { object },
            },
            'exact-audit',
          ),
        ]
      : []),
  ]
  return [{ id: 'exact', label: t('palette.exact'), items }]
}

/** What the audit log has entries about. */
const hasEntries = (object: string): boolean =>
  /^(T-|(tsk|whk|viw|key|ten|usr|int|lnk|cnf|wbk|con|agn)_)/.test(object)

function useRecentGroups(typed: string, toItem: (recent: Recent, id: string) => Item): Group[] {
  const { t } = useTranslation('shell')
  const userId = useMe()?.user.id
  if (typed.trim() !== '' || userId === undefined) return []
  const items = readRecent(userId).map((recent, place) => toItem(recent, `recent-${place}`))
  return [{ id: 'recent', label: t('palette.recent'), items }]
}
