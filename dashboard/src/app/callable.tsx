// What can be called from anywhere: toasts, palette and cheat sheet, which are fetched when first called, and the keys of
// every screen.
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { ToastHost } from '#components/toasts/toast-host.tsx'
import { undoLast } from '#components/toasts/toasts.tsx'
import { useAlerts } from '#features/inbox/own/alerts/alert-setting.ts'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { withWords } from '#words/index.ts'
import { cheatSheet } from './cheat-sheet/open-cheat-sheet.ts'
import { palette } from './palette/open-palette.ts'
import { places } from './places.ts'

const CheatSheet = onDemand(
  async () => (await import('./cheat-sheet/cheat-sheet.tsx')).CheatSheet,
  { close: cheatSheet.reset },
)
const Palette = onDemand(async () => (await import('./palette/palette.tsx')).Palette, {
  close: palette.reset,
  takesKeys: true,
  isSoonNeeded: true,
})

const loadAlerts = withWords(
  ['inbox', 'task'],
  () => import('#features/inbox/own/alerts/inbox-alerts.tsx'),
)
const InboxAlerts = onDemand<object>(async () => (await loadAlerts()).InboxAlerts)

export function Callable() {
  useGeneralKeys()
  const keys = cheatSheet.useOpened()
  const names = palette.useOpened()
  const alerts = useAlerts().state
  return (
    <>
      {keys.wanted && <CheatSheet />}
      {names.wanted && <Palette />}
      <ToastHost />
      {alerts === 'on' && <InboxAlerts />}
    </>
  )
}

function useGeneralKeys(): void {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const bindings = useMemo<KeyBinding[]>(
    () => [
      {
        keys: 'mod+k',
        group: 'general',
        label: t('search'),
        run: palette.toggle,
        whileTyping: true,
      },
      { keys: '?', group: 'general', label: t('keys.title'), run: cheatSheet.open },
      { keys: 'z', group: 'general', label: t('keys.undo'), run: undoLast },
      ...places.map(({ keys, name, path }) => ({
        keys,
        group: 'go' as const,
        label: t(`places.${name}`),
        run: () => void navigate({ to: path }),
      })),
    ],
    [t, navigate],
  )
  useKeys(bindings)
}
