// What the palette offers for what was typed: acts of the screen, places, tasks.

import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import {
  type Icon,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { signOut } from '#features/settings/users/sign-out.ts'
import { type Action, currentActions } from '#lib/actions.ts'
import { currentLanguage } from '#words/index.ts'
import { changeLanguage } from '../account/change-language.ts'
import { openCheatSheet } from '../cheat-sheet/open-cheat-sheet.ts'
import { places } from '../places.ts'
import { matches } from './match.ts'
import { useFoundTasks } from './use-found-tasks.ts'

export const KINDS = ['actions', 'places', 'tasks'] as const
export type Kind = (typeof KINDS)[number]

export type Item = {
  id: string
  label: string
  /** Beside the label, lighter. */
  note?: string | undefined
  icon: ReactNode
  keys?: string | undefined
  run: () => void
}
export type Group = { id: string; label: string; items: Item[] }

const MOST_ACTIONS = 8

const draw = (Glyph: Icon) => <Glyph size={17} stroke={1.75} aria-hidden="true" />
const toItem = ({ id, label, icon, keys, run }: Action): Item => ({
  id,
  label,
  icon: draw(icon),
  keys,
  run,
})

export function usePaletteGroups(typed: string, only: Kind | undefined): Group[] {
  const groups = {
    actions: useActionGroups(typed),
    places: [usePlaceGroup(typed)],
    tasks: [useTaskGroup(typed)],
  }
  return KINDS.filter((kind) => only === undefined || kind === only)
    .flatMap((kind) => groups[kind])
    .filter(({ items }) => items.length > 0)
}

function useActionGroups(typed: string): Group[] {
  const { t } = useTranslation('shell')
  const general = useGeneralActions()
  const fits = ({ label, keywords }: Action) => matches(typed, label, keywords)
  const ofScreen = currentActions().map(({ on, actions }, place) => ({
    id: `screen-${place}`,
    label: on === undefined ? t('palette.onScreen') : t('palette.on', { on }),
    items: actions.filter(fits).slice(0, MOST_ACTIONS).map(toItem),
  }))
  // Tasks of every screen only when the user searches for them: places are wanted more often.
  const everywhere = typed.trim() === '' ? [] : general.filter(fits).map(toItem)
  return [...ofScreen, { id: 'general', label: t('palette.actions'), items: everywhere }]
}

function useGeneralActions(): Action[] {
  const { t } = useTranslation('shell')
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const other = currentLanguage() === 'de' ? 'en' : 'de'
  return [
    {
      id: 'theme',
      label: isDark ? t('theme.toLight') : t('theme.toDark'),
      icon: isDark ? IconSun : IconMoon,
      keywords: t('palette.words.theme'),
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: t(`palette.speak.${other}`),
      icon: IconLanguage,
      keywords: t('palette.words.language'),
      run: () => changeLanguage(other),
    },
    {
      id: 'keys',
      label: t('keys.title'),
      icon: IconKeyboard,
      keys: '?',
      keywords: t('palette.words.keys'),
      run: openCheatSheet,
    },
    {
      id: 'sign-out',
      label: t('account.signOut'),
      icon: IconLogout,
      keywords: t('palette.words.signOut'),
      run: () => void signOut(),
    },
  ]
}

function usePlaceGroup(typed: string): Group {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const items = places
    .filter(({ name }) => matches(typed, t(`places.${name}`)))
    .map(({ name, icon, keys, path }) => ({
      id: `place-${name}`,
      label: t(`places.${name}`),
      icon: draw(icon),
      keys,
      run: () => void navigate({ to: path }),
    }))
  return { id: 'places', label: t('palette.places'), items }
}

function useTaskGroup(typed: string): Group {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const items = useFoundTasks(typed).map((task) => ({
    id: task.id,
    label: task.title,
    note: `T-${task.number}`,
    icon: <StatusIcon stage={stageOf(task)} />,
    run: () => void navigate({ to: '/tasks/$task', params: { task: `T-${task.number}` } }),
  }))
  return { id: 'tasks', label: t('places.tasks'), items }
}
