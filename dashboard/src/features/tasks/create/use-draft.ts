// The task that is about to be added: it starts with what the list shows, so that it appears there.
import { useCallback, useMemo, useState } from 'react'
import { useMe } from '#api/me.ts'
import { useAddress } from '#lib/use-address.ts'
import { ME, type TaskSearch, UNASSIGNED } from '../data/task-search.ts'
import type { Draft } from './draft-choices.tsx'

function draftFor(search: TaskSearch, username: string | undefined): Draft {
  const { priority, label, queue, status } = search
  const given = search.assignee
  const assignee = given === ME ? username : given === UNASSIGNED ? undefined : given
  return {
    ...(status.length === 1 && status[0] === 'triage' && { status: 'triage' as const }),
    ...(status.length === 1 && status[0] === 'in_progress' && { startNow: true }),
    ...(priority.length === 1 && priority[0] && { priority: priority[0] }),
    ...(label.length > 0 && { labels: label }),
    ...(queue && { queue }),
    ...(assignee && { assignee }),
  }
}

/** Undefined where no new task can start. */
function draftIn(grouping: string, key: string): Draft | undefined {
  if (grouping === 'assignee') return key === UNASSIGNED ? {} : { assignee: key }
  if (grouping === 'queue') return { queue: key }
  if (grouping === 'priority') return { priority: key as NonNullable<Draft['priority']> } // groups by priority have priorities as keys
  if (key === 'triage' || key === 'ready') return { status: key }
  return key === 'in_progress' ? { startNow: true } : undefined
}

export function useDraft(search: TaskSearch) {
  const username = useMe()?.user.username
  const [draft, setDraft] = useState<Draft>()
  const base = useMemo(() => draftFor(search, username), [search, username])
  const grouping = search.group ?? 'status'
  const openDraft = useCallback(() => setDraft({ ...base }), [base])
  // Other screens lead here with `new` in the address.
  const [{ new: wanted }, change] = useAddress()
  const closeDraft = useCallback(() => {
    setDraft(undefined)
    if (wanted !== undefined) change({ new: undefined })
  }, [wanted, change])
  const onAdd = useCallback(
    (key: string) => {
      const own = draftIn(grouping, key)
      return own && (() => setDraft({ ...base, ...own }))
    },
    [base, grouping],
  )
  const shown = draft ?? (wanted === undefined ? undefined : base)
  return { draft: shown, openDraft, closeDraft, onAdd }
}
