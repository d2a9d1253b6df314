// A file that is not stored yet: how far it got, or why it failed.
import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconFileText, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '#lib/use-locale.ts'
import classes from './attachments.module.css'
import { fileSize } from './file-size.ts'
import { cancelUpload, type Upload } from './uploads.ts'

export function UploadRow({ upload, onRetry }: { upload: Upload; onRetry: () => void }) {
  const { t } = useTranslation('detail')
  const { key, name, state, error } = upload
  return (
    <li className={classes['row']} data-state={state}>
      <span className={classes['preview']} aria-hidden="true">
        <IconFileText size={18} stroke={1.75} />
      </span>
      <div className={classes['words']}>
        <span className={classes['name']} dir="auto">
          {name}
        </span>
        {state === 'failed' ? (
          <p className={classes['failure']} role="alert">
            {t('files.failed', { why: error })}
          </p>
        ) : (
          <HowFar upload={upload} />
        )}
      </div>
      {state === 'failed' && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          {t('files.again')}
        </Button>
      )}
      <ActionIcon
        className={classes['tool'] ?? ''}
        aria-label={t(state === 'failed' ? 'files.discardNamed' : 'files.cancelNamed', { name })}
        onClick={() => cancelUpload(key)}
      >
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    </li>
  )
}

function HowFar({ upload: { name, state, file, sentBytes } }: { upload: Upload }) {
  const { t } = useTranslation('detail')
  const locale = useLocale()
  const percent = file.size === 0 ? 100 : Math.min(100, Math.round((100 * sentBytes) / file.size))
  const size = fileSize(file.size, locale)
  return (
    <>
      <Progress
        value={percent}
        size={3}
        aria-label={t('files.progressNamed', { name })}
        transitionDuration={150}
      />
      <p className={classes['facts']}>
        {state === 'waiting' ? t('files.waiting', { size }) : t('files.sending', { percent, size })}
      </p>
    </>
  )
}
