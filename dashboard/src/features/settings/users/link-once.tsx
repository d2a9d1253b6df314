// An invite or reset link, shown once to be copied.
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from '../settings.module.css'

export type OneTimeLink = { name: string; url: string; until: string }

export function LinkOnce({ link, onDone }: { link: OneTimeLink; onDone: () => void }) {
  const { t } = useTranslation('users')
  const locale = useLocale()
  const time = new Date(link.until).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <Notice
      live
      tone="accent"
      title={t('link.title', { name: link.name })}
      actions={
        <Button size="compact-md" variant="default" onClick={onDone}>
          {t('link.done')}
        </Button>
      }
    >
      {t('link.text', { time })}
      <div className={classes['secret']}>
        <code>{link.url}</code>
        <CopyIcon text={link.url} label={t('link.copy')} />
      </div>
    </Notice>
  )
}
