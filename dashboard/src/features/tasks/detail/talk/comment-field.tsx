// Where a comment is written. It is empty as soon as the comment is on its way, so what is typed next is never lost.
import { ActionIcon } from '@mantine/core'
import { IconMessage, IconSend } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './task-foot.module.css'
import { useSendComment } from './unsent-comments.ts'

/** Comments that were begun and not sent, by task, until the page is left. */
const drafts = new Map<string, string>()

/** Stays with one task: a component that shows another needs another key. */
export function useComment(task: Task) {
  const [text, setText] = useState(() => drafts.get(task.id) ?? '')
  const { send: sendBody } = useSendComment()
  const type = (next: string) => {
    drafts.set(task.id, next)
    setText(next)
  }
  /** True if nothing is left to send. */
  const send = async (): Promise<boolean> => {
    const body = text.trim()
    if (body === '') return true
    type('')
    return sendBody(task.id, body)
  }
  return { text, type, send }
}

export function CommentField({
  comment: { text, type, send },
  field,
}: {
  comment: ReturnType<typeof useComment>
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const { t } = useTranslation('task')
  // Enter alone sends as well; with Shift it starts a line.
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
  return (
    <label className={classes['field']}>
      <IconMessage size={16} stroke={1.75} aria-hidden="true" />
      <textarea
        ref={field}
        rows={1}
        value={text}
        maxLength={20_000}
        placeholder={t('commentHint')}
        aria-label={t('comment')}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      {text.trim() !== '' && (
        <ActionIcon
          aria-label={t('sendComment')}
          onClick={() => {
            field.current?.focus()
            void send()
          }}
        >
          <IconSend size={16} stroke={1.75} />
        </ActionIcon>
      )}
    </label>
  )
}
