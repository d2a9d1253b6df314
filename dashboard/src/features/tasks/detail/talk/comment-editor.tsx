// Edits a comment where it stands, with its mentions as they were typed.
import { Button, Group } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Comment, Task } from '@task-service/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePeople } from '#api/user-names.ts'
import { toStored, toTyped } from '#lib/mentions/mention-text.ts'
import { MentionArea } from './mentions/mention-area.tsx'
import classes from './timeline.module.css'

export function CommentEditor({
  comment,
  onSave,
  onClose,
}: {
  comment: Comment
  onSave: (text: string) => Promise<unknown>
  onClose: () => void
}) {
  const { t } = useTranslation(['task', 'common'])
  const people = usePeople()
  const client = useQueryClient()
  const field = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState(() =>
    toTyped(comment.body, (to) =>
      to.startsWith('agent:')
        ? to.slice('agent:'.length)
        : people?.find(({ id }) => to === `user:${id}`)?.username,
    ),
  )
  useEffect(() => field.current?.focus(), [])
  const { text, picked } = typed
  const save = () => void (text.trim() === '' ? undefined : onSave(toStored(text, picked)))
  const delegate = client.getQueryData<Task>(['tasks', 'one', comment.task_id])?.delegate ?? null
  return (
    <div className={classes['editor']}>
      <MentionArea
        task={{ id: comment.task_id, delegate }}
        field={field}
        text={text}
        side="below"
        aria-label={t('task:editComment')}
        onType={(next) => setTyped({ text: next, picked })}
        onMention={(next, one) => setTyped({ text: next, picked: [...picked, one] })}
        onKey={(event) => {
          if (event.key === 'Escape') onClose()
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
          event.preventDefault()
          save()
        }}
      />
      <Group gap={8}>
        <Button size="compact-sm" onClick={save}>
          {t('task:saveComment')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
      </Group>
    </div>
  )
}
