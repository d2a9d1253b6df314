// Copies a text and says so for a moment.
import { ActionIcon, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

export function CopyIcon({ text, label }: { text: string; label: string }) {
  const { t } = useTranslation()
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('copied') : label}>
          <ActionIcon aria-label={copied ? t('copied') : label} onClick={copy}>
            {copied ? (
              <IconCheck size={15} stroke={1.75} aria-hidden="true" />
            ) : (
              <IconCopy size={15} stroke={1.75} aria-hidden="true" />
            )}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}
