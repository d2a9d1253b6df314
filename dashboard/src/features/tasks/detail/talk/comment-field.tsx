// Where a comment is written. It is empty as soon as the comment is on its way, so what is typed next is never lost.
import { ActionIcon } from '@mantine/core'
import { IconMessage, IconSend } from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Mention, toStored } from '#lib/mentions/mention-text.ts'
import { MentionArea } from './mentions/mention-area.tsx'
import classes from './task-foot.module.css'
import { useSendComment } from './unsent-comments.ts'

/** Comments that were begun and not sent, by task, until the page is left. */
const drafts = new Map<string, Draft>()
type Draft = { text: string; mentions: readonly Mention[] }
const EMPTY: Draft = { text: '', mentions: [] }

/** Stays with one task: a component that shows another needs another key. */
export function useComment(task: Task) {
  const [draft, setDraft] = useState(() => drafts.get(task.id) ?? EMPTY)
  const { send: sendBody } = useSendComment()
  const keep = (next: Draft) => {
    drafts.set(task.id, next)
    setDraft(next)
  }
  const { text, mentions } = draft
  const type = (next: string) => keep({ text: next, mentions })
  const mention = (next: string, one: Mention) => keep({ text: next, mentions: [...mentions, one] })
  /** True if nothing is left to send. */
  const send = async (): Promise<boolean> => {
    const body = toStored(text.trim(), mentions)
    if (body === '') return true
    keep(EMPTY)
    return sendBody(task.id, body)
  }
  return { task, text, type, mention, send }
}

/** Enter alone sends as well as with Control or Command; with Shift it starts a line. */
export function useSendKeys(send: () => Promise<boolean>) {
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void send()
  }
}

export function CommentField({
  comment: { task, text, type, mention, send },
  field,
}: {
  comment: ReturnType<typeof useComment>
  field: RefObject<HTMLTextAreaElement | null>
}) {
  const { t } = useTranslation('task')
  const handleKey = useSendKeys(send)
  return (
    <div className={classes['field']}>
      <IconMessage size={16} stroke={1.75} aria-hidden="true" />
      <MentionArea
        task={task}
        field={field}
        rows={1}
        text={text}
        placeholder={t('commentHint')}
        aria-label={t('comment')}
        onType={type}
        onMention={mention}
        onKey={handleKey}
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
    </div>
  )
}
