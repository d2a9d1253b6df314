// The keys of an agent, and the same for the palette.
import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import type { Agent } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useActions } from '#lib/actions.ts'
import { useKeys } from '#lib/keys.ts'
import type { AgentActs } from '../use-agent-acts.ts'

export function useAgentKeys(
  { name, state }: Pick<Agent, 'name' | 'state'>,
  {
    acts: { setPaused },
    edit,
    createToken,
  }: { acts: AgentActs; edit: () => void; createToken: () => void },
): void {
  const { t } = useTranslation('agents')
  const isPaused = state === 'paused'
  const { mutate } = setPaused
  const actions = useMemo(
    () => [
      {
        id: 'pause',
        label: isPaused ? t('acts.resume') : t('acts.pause'),
        icon: isPaused ? IconPlayerPlay : IconPlayerPause,
        keys: 'p',
        run: () => mutate(!isPaused),
      },
      { id: 'edit', label: t('form.edit'), icon: IconPencil, keys: 'e', run: edit },
      { id: 'token', label: t('tokens.create'), icon: IconKey, run: createToken },
    ],
    [isPaused, mutate, edit, createToken, t],
  )
  useActions(useMemo(() => ({ on: name, actions }), [name, actions]))
  useKeys(
    useMemo(
      () =>
        actions.flatMap(({ keys, label, run }) =>
          keys === undefined ? [] : [{ keys, group: 'list' as const, label, run }],
        ),
      [actions],
    ),
  )
}
