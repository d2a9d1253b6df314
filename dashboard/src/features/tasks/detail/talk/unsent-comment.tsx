// A comment that is being sent, or was not sent: what was written stays in sight.
import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { Markdown } from '#components/markdown/markdown.tsx'
import { ActorMark, useActorName } from '#components/marks/actor-mark.tsx'
import type { Unsent } from './still-unsent.ts'
import classes from './timeline.module.css'
import { discardUnsent, useSendComment } from './unsent-comments.ts'

export function UnsentComment({ comment }: { comment: Unsent }) {
  const { t } = useTranslation(['task', 'common'])
  const author = { kind: 'user' as const, id: useMe()?.user.id ?? '' }
  const name = useActorName(author)
  const { resend } = useSendComment()
  const { error } = comment
  return (
    <li className={classes['item']} data-unsent={error === undefined ? 'sending' : 'failed'}>
      <ActorMark actor={author} />
      <div className={classes['comment']}>
        <p className={classes['line']}>
          <b>{name}</b> {t('task:did.commented')}{' '}
          <span>{error === undefined ? t('task:unsent.sending') : t('task:unsent.title')}</span>
        </p>
        <Markdown text={comment.body} />
        {error !== undefined && (
          <Group gap={8}>
            <Button size="compact-sm" variant="default" onClick={() => void resend(comment)}>
              {t('common:tryAgain')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="gray"
              onClick={() => discardUnsent(comment.key)}
            >
              {t('task:unsent.discard')}
            </Button>
          </Group>
        )}
      </div>
    </li>
  )
}
