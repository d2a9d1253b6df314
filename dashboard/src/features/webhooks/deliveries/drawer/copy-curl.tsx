// The request as a command to copy.
import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconTerminal2 } from '@tabler/icons-react'
import type { EventEnvelope } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { useNow } from '#lib/use-now.ts'
import { curlOf } from './curl.ts'

export function CopyCurl({
  url,
  event,
  at,
}: {
  url: string
  event: EventEnvelope
  at: string | undefined
}) {
  const { t } = useTranslation('deliveries')
  const { t: common } = useTranslation()
  const now = useNow()
  return (
    <CopyButton value={curlOf(url, event, at === undefined ? now : new Date(at))}>
      {({ copied, copy }) => (
        <Button
          size="compact-md"
          variant="default"
          leftSection={
            copied ? (
              <IconCheck size={15} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconTerminal2 size={15} stroke={1.75} aria-hidden="true" />
            )
          }
          onClick={copy}
        >
          {copied ? common('copied') : t('copyCurl')}
        </Button>
      )}
    </CopyButton>
  )
}
