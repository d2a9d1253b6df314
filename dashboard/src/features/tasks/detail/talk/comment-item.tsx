// A comment: read, edited and deleted where it stands.
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { useMe } from '#api/me.ts'
import { Markdown } from '#components/markdown/markdown.tsx'
import { ActorMark, useActorName } from '#components/marks/actor-mark.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { CommentEditor } from './comment-editor.tsx'
import classes from './timeline.module.css'

function useCommentActions(comment: Comment, isMine: boolean) {
  const client = useQueryClient()
  const { t } = useTranslation('task')
  const params = { task: comment.task_id, comment: comment.id }
  const refresh = () =>
    client.invalidateQueries({ queryKey: ['tasks', 'comments', comment.task_id] })
  const attempt = async (act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act()
      return true
    } catch (error) {
      showFailure(error instanceof Error ? error.message : String(error))
      return false
    } finally {
      await refresh()
    }
  }
  const change = (body: string) =>
    attempt(() => call('comments.change', { params, body: { body } }))
  const restore = () => {
    const request = { params: { task: comment.task_id }, body: { body: comment.body } }
    return attempt(() =>
      call('comments.create', { ...request, idempotencyKey: crypto.randomUUID() }),
    )
  }
  const remove = async () => {
    const isGone = await attempt(() => call('comments.remove', { params }))
    // Restored, the comment would appear under the name of the user who deleted it.
    if (isGone) showDone(t('said.commentDeleted'), isMine ? () => void restore() : undefined)
  }
  return { change, remove }
}

export function CommentItem({ comment }: { comment: Comment }) {
  const { t } = useTranslation('task')
  const name = useActorName(comment.author)
  const me = useMe()?.user.id
  const isMine = comment.author.kind === 'user' && comment.author.id === me
  const { change, remove } = useCommentActions(comment, isMine)
  const [isEditing, setEditing] = useState(false)
  return (
    <li className={classes['item']}>
      <ActorMark actor={comment.author} />
      <div className={classes['comment']}>
        <p className={classes['line']}>
          <b>{name}</b> {t('did.commented')} <RelativeTime at={comment.created_at} />
          {comment.updated_at !== comment.created_at && <span> · {t('edited')}</span>}
        </p>
        {isEditing ? (
          <CommentEditor
            comment={comment}
            onClose={() => setEditing(false)}
            onSave={async (text) => (await change(text)) && setEditing(false)}
          />
        ) : (
          <Markdown text={comment.body} />
        )}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon className={classes['menu'] ?? ''} aria-label={t('commentMenu')} size={24}>
            <IconDots size={16} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {isMine && <Menu.Item onClick={() => setEditing(true)}>{t('editComment')}</Menu.Item>}
          <Menu.Item color="red" onClick={() => void remove()}>
            {t('deleteComment')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
