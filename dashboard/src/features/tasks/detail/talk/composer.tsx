// Where a comment is written on the page of a task: below everything that scrolls, with room for several lines.
import { Button } from '@mantine/core'
import type { Task } from '@task-service/contract'
import { useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import { useKeys } from '#lib/keys.ts'
import { useComment, useSendKeys } from './comment-field.tsx'
import classes from './composer.module.css'
import { MentionArea } from './mentions/mention-area.tsx'

export function Composer({ task }: { task: Task }) {
  const { t } = useTranslation(['task', 'detail'])
  const comment = useComment(task)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeys(
    useMemo(() => {
      const run = () => field.current?.focus()
      return [{ keys: 'm', group: 'task' as const, label: t('task:comment'), run }]
    }, [t]),
  )
  const handleKey = useSendKeys(comment.send)
  return (
    <div className={classes['place']} data-foot>
      <div className={classes['composer']}>
        <MentionArea
          task={task}
          field={field}
          rows={1}
          text={comment.text}
          placeholder={t('detail:commentHint')}
          aria-label={t('task:comment')}
          onType={comment.type}
          onMention={comment.mention}
          onKey={handleKey}
        />
        <div className={classes['tools']}>
          <span className={classes['hint']}>{t('detail:commentKeys')}</span>
          <Button
            size="compact-md"
            disabled={comment.text.trim() === ''}
            rightSection={<KeyHint keys="mod+enter" />}
            // The field keeps the focus: people write more than one.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void comment.send()}
          >
            {t('task:comment')}
          </Button>
        </div>
      </div>
    </div>
  )
}
