// The inside of a toast whose act can be taken back.
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from './key-hint.tsx'

export function UndoButton({ message, onUndo }: { message: ReactNode; onUndo: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap={12} wrap="nowrap" justify="space-between">
      <span>{message}</span>
      <Button
        size="compact-sm"
        variant="white"
        onClick={onUndo}
        rightSection={<KeyHint keys="z" />}
      >
        {t('undo')}
      </Button>
    </Group>
  )
}
