// The keys of an approval: decide, and send or leave what is typed.
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import type { Mode } from './use-decision.ts'

export type DecisionKeys = {
  approve: () => void
  edit: (() => void) | undefined
  reject: () => void
  send: () => void
  cancel: () => void
}

export function useDecisionKeys(mode: Mode, isOpen: boolean, acts: DecisionKeys): void {
  const { t } = useTranslation('approvals')
  const latest = useLatest(acts)
  const canEdit = acts.edit !== undefined
  useKeys(
    useMemo(() => {
      const group = 'inbox' as const
      if (!isOpen) return []
      if (mode === 'view') {
        const edit: KeyBinding = {
          keys: 'e',
          group,
          label: t('decide.edit'),
          run: () => latest().edit?.(),
        }
        return [
          { keys: 'a', group, label: t('decide.approveNone'), run: () => latest().approve() },
          ...(canEdit ? [edit] : []),
          { keys: 'r', group, label: t('decide.rejectNone'), run: () => latest().reject() },
        ]
      }
      const whileTyping = true
      const label = mode === 'edit' ? t('decide.saveNone') : t('decide.rejectNone')
      return [
        { keys: 'mod+enter', group, label, run: () => latest().send(), whileTyping },
        {
          keys: 'escape',
          group,
          label: t('decide.cancel'),
          run: () => latest().cancel(),
          whileTyping,
        },
      ]
    }, [t, mode, isOpen, canEdit, latest]),
  )
}
