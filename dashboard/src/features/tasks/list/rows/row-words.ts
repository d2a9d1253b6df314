// The words of a row, looked up once for the whole list: a row that scrolls in should cost nothing but its drawing.

import type { Priority } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PRIORITIES } from '#api/transitions.gen.ts'
import { STAGES, type Stage } from '#components/marks/stage.ts'
import { type Sourced, useSourceNames } from '#features/tasks/data/use-source-names.ts'
import { useLocale } from '#lib/use-locale.ts'

export type RowWords = {
  status: Record<Stage, string>
  priority: Record<Priority, string>
  sourceOf: (task: Sourced) => string
  unassigned: string
  agent: string
  overdue: string
  select: string
  changeStatus: string
  changePriority: string
  changeAssignee: string
  locale: string
}

export function useRowWords(): RowWords {
  const { t } = useTranslation(['tasks', 'common'])
  const locale = useLocale()
  const sourceOf = useSourceNames()
  return useMemo(
    () => ({
      status: words(STAGES, (stage) => t(`common:status.${stage}`)),
      priority: words(PRIORITIES, (priority) => t(`common:priority.${priority}`)),
      sourceOf,
      unassigned: t('common:unassigned'),
      agent: t('common:agent'),
      overdue: t('tasks:overdue'),
      select: t('tasks:select'),
      changeStatus: t('tasks:changeStatus'),
      changePriority: t('tasks:changePriority'),
      changeAssignee: t('tasks:changeAssignee'),
      locale,
    }),
    [t, locale, sourceOf],
  )
}

function words<K extends string>(
  names: readonly K[],
  word: (name: K) => string,
): Record<K, string> {
  return Object.fromEntries(names.map((name) => [name, word(name)])) as Record<K, string> // one for each name
}
