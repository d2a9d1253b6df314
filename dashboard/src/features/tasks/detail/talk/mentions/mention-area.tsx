// A text field for a comment, in which `@` mentions people and agents.
import type { Task } from '@task-service/contract'
import type { ComponentProps, KeyboardEvent, RefObject } from 'react'
import type { Mention } from '#lib/mentions/mention-text.ts'
import { MentionList } from './mention-list.tsx'
import { useCandidates } from './use-candidates.ts'
import { useMentionPicker } from './use-mention-picker.ts'

type Area = Omit<ComponentProps<'textarea'>, 'ref' | 'value' | 'onChange' | 'onKeyDown'> & {
  task: Pick<Task, 'id' | 'delegate'>
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  onType: (text: string) => void
  onMention: (text: string, mention: Mention) => void
  /** Keys that the picker does not use. */
  onKey: (event: KeyboardEvent<HTMLTextAreaElement>) => void
  side?: 'above' | 'below'
}

/** The list is placed at the nearest positioned element around it. */
export function MentionArea({
  task,
  field,
  text,
  onType,
  onMention,
  onKey,
  side = 'above',
  ...rest
}: Area) {
  const candidates = useCandidates(task)
  const { picker, handleKey, fieldProps } = useMentionPicker({
    field,
    text,
    candidates,
    onInsert: onMention,
  })
  return (
    <>
      <textarea
        {...rest}
        {...fieldProps}
        ref={field}
        value={text}
        maxLength={20_000}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!handleKey(event)) onKey(event)
        }}
      />
      <MentionList picker={picker} side={side} />
    </>
  )
}
