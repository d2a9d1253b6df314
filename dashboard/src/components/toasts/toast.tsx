// The inside of a toast: what happened, and the one thing that can still be done about it.
import { UnstyledButton } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { KeyHint } from '../text/key-hint.tsx'
import { WholeReferences } from '../text/whole-references.tsx'
import type { ShownToast } from './add-toast.ts'
import classes from './toast.module.css'

export function Toast({ kind, message, action }: Omit<ShownToast, 'id'>) {
  const Glyph = kind === 'done' ? IconCheck : IconAlertTriangle
  return (
    <>
      <Glyph
        className={classes['icon']}
        data-kind={kind}
        size={16}
        stroke={1.75}
        aria-hidden="true"
      />
      <span className={classes['message']}>
        {typeof message === 'string' ? <WholeReferences text={message} /> : message}
      </span>
      {action && (
        <UnstyledButton className={classes['action']} onClick={action.run}>
          {action.label}
          {action.keys !== undefined && <KeyHint keys={action.keys} />}
        </UnstyledButton>
      )}
    </>
  )
}
