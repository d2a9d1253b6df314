// A link with which someone without an account can answer; shown once, to be copied.
import { Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { showFailure } from '#components/toasts/toasts.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './answer.module.css'

export function AnswerLink({ questionId, isOffline }: { questionId: string; isOffline: boolean }) {
  const { t } = useTranslation('inbox')
  const creating = useMutation({
    mutationFn: async () => {
      const request = { params: { question: questionId }, body: {} }
      return (await call('questions.link', { ...request, idempotencyKey: crypto.randomUUID() }))
        .body
    },
    onError: (error) => showFailure(error.message),
  })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden="true" />}
        loading={creating.isPending}
        disabled={isOffline}
        onClick={() => creating.mutate()}
      >
        {t('link.create')}
      </Button>
      {creating.data?.url !== undefined && (
        <Created
          url={creating.data.url}
          until={creating.data.expires_at}
          onDone={() => creating.reset()}
        />
      )}
    </>
  )
}

function Created({ url, until, onDone }: { url: string; until: string; onDone: () => void }) {
  const { t } = useTranslation('inbox')
  const locale = useLocale()
  const time = new Date(until).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <div className={classes['link']}>
      <Notice
        live
        tone="accent"
        title={t('link.title')}
        actions={
          <Button size="compact-md" variant="default" onClick={onDone}>
            {t('link.done')}
          </Button>
        }
      >
        {t('link.text', { time })}
        <div className={classes['url']}>
          <code>{url}</code>
          <CopyIcon text={url} label={t('link.copy')} />
        </div>
      </Notice>
    </div>
  )
}
