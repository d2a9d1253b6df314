// The command that starts a connector, with a button to copy it.
import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { uiBase } from '#api/call.ts'
import classes from './add.module.css'
import { isPlainElsewhere, serviceAddress, startCommand } from './start-command.ts'

export function CommandBlock({
  token,
  action,
  children,
}: {
  /** Without one the place for it is shown. */
  token: string | undefined
  /** In place of the button that copies. */
  action?: ReactNode
  /** What there is to know about it. */
  children: ReactNode
}) {
  const { t } = useTranslation('connectors')
  const command = startCommand(serviceAddress(uiBase), token ?? 'cnt_…')
  return (
    <div className={classes['command']}>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        tabIndex={0}
        role="region"
        aria-label={t('add.command')}
      >
        <span aria-hidden="true">$ </span>
        {command}
      </pre>
      <div className={classes['copy']}>{action ?? <CopyCommand command={command} />}</div>
      <p>
        {children}
        {isPlainElsewhere(uiBase) && ` ${t('add.plainHttp')}`}
      </p>
    </div>
  )
}

function CopyCommand({ command }: { command: string }) {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  return (
    <CopyButton value={command}>
      {({ copied, copy }) => (
        <Button
          size="compact-md"
          variant="default"
          aria-label={copied ? common('copied') : t('add.copy')}
          leftSection={
            copied ? (
              <IconCheck size={15} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconCopy size={15} stroke={1.75} aria-hidden="true" />
            )
          }
          onClick={copy}
        >
          {copied ? common('copied') : common('copy')}
        </Button>
      )}
    </CopyButton>
  )
}
