// The one thing a screen is there to do, at the right of its head; on a phone the icon stands for it.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { KeyHint } from '../text/key-hint.tsx'
import classes from './page-action.module.css'

export function PageAction({
  icon,
  label,
  keys,
  variant = 'filled',
  loading = false,
  onClick,
}: {
  icon: ReactNode
  label: string
  keys?: string
  variant?: 'filled' | 'default'
  loading?: boolean
  onClick: () => void
}) {
  return (
    <Button
      className={classes['button'] ?? ''}
      variant={variant}
      leftSection={icon}
      rightSection={keys === undefined ? undefined : <KeyHint keys={keys} />}
      loading={loading}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
