// Comments of people and agents on a task.
import { type Static, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Id, TaskReference } from './ids.ts'
import { Page, pageQuery } from './page.ts'
import { Closed, Text, Timestamp } from './schema.ts'

export const COMMENT_BODY_MAX = 20_000

const Body = Text({
  minLength: 1,
  maxLength: COMMENT_BODY_MAX,
  description: 'Comment in Markdown',
})

export const Comment = Closed({
  id: Id('comment'),
  task_id: Id('task'),
  body: Type.String(),
  author: Actor,
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Comment = Static<typeof Comment>

export const CommentWrite = Closed({ body: Body })
export type CommentWrite = Static<typeof CommentWrite>

export const CommentListQuery = Closed(pageQuery)
export const CommentPage = Page(Comment, 'A page of comments, oldest first')
export const commentParams = Closed({ task: TaskReference, comment: Id('comment') })
