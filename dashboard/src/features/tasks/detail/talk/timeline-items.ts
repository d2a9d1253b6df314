// What happened, what was asked and what was said, in one order.
import type { Activity, Comment, Question } from '@task-service/contract'

export type TimelineItem =
  | { kind: 'event'; at: string; entry: Activity }
  | { kind: 'comment'; at: string; comment: Comment }
  | { kind: 'question'; at: string; question: Question }
  | { kind: 'answer'; at: string; question: Question }

/** The comment itself shows that it was written. */
const isShownByComment = ({ action }: Activity): boolean =>
  action === 'comment.created' || action === 'comment.updated'

/** A parked run is one whose question is shown. */
const SHOWN_BY_QUESTION = ['question.asked', 'question.answered', 'run.parked']

export function timelineItems(
  activity: readonly Activity[],
  comments: readonly Comment[],
  /** Undefined until they are known: then only the activity shows that something was asked. */
  questions: readonly Question[] | undefined,
): TimelineItem[] {
  const events = activity
    .filter((entry) => !isShownByComment(entry))
    .filter(({ action }) => questions === undefined || !SHOWN_BY_QUESTION.includes(action))
    .map((entry) => ({ kind: 'event' as const, at: entry.at, entry }))
  const said = comments.map((comment) => ({
    kind: 'comment' as const,
    at: comment.created_at,
    comment,
  }))
  const asked = (questions ?? []).flatMap((question): TimelineItem[] => [
    { kind: 'question', at: question.created_at, question },
    ...(question.answered_at === null
      ? []
      : [{ kind: 'answer' as const, at: question.answered_at, question }]),
  ])
  return [...events, ...said, ...asked].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
