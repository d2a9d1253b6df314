// Comments of people and agents on a task.
import { type Static, Type } from 'typebox'
import { Actor } from './actors.ts'
import { Id, TaskReference } from './ids.ts'
import { Page, pageQuery } from './page.ts'
import { Closed, Text, Timestamp } from './schema.ts'

export const COMMENT_BODY_MAX = 20_000
/** Of one comment; further ones are text. */
export const MENTIONS_MAX = 50

const Body = Text({
  minLength: 1,
  maxLength: COMMENT_BODY_MAX,
  description:
    'Comment in Markdown. Mention a user with `@[Ada](user:usr_…)` and an agent with `@[refund-agent](agent:refund-agent)`.',
})

export const Comment = Closed({
  id: Id('comment'),
  task_id: Id('task'),
  body: Type.String(),
  author: Actor,
  mentions: Type.Array(Actor, {
    description: `Users and agents that \`body\` mentions and that exist, up to ${MENTIONS_MAX}. \`kind\` is \`user\` or \`agent\`; the \`id\` of an agent is its name.`,
  }),
  created_at: Timestamp(),
  updated_at: Timestamp(),
})
export type Comment = Static<typeof Comment>

export const CommentWrite = Closed({ body: Body })
export type CommentWrite = Static<typeof CommentWrite>

export const CommentListQuery = Closed(pageQuery)
export const CommentPage = Page(Comment, 'A page of comments, oldest first')
export const commentParams = Closed({ task: TaskReference, comment: Id('comment') })
