// What the next task will be: its title, and what is chosen beside it. A template fills in one task.
import type { Template } from '@task-service/contract'
import { useState } from 'react'
import type { Draft } from './draft-choices.tsx'
import { draftFrom, withChosen } from './template-values.ts'

export function useNewTask(given: Draft) {
  const [title, setTitle] = useState('')
  const [draft, setDraft] = useState(given)
  const [start, setStart] = useState(given)
  const [filled, setFilled] = useState('')
  const choose = (next: Draft) => {
    setStart(withChosen(start, draft, next))
    setDraft(next)
  }
  const take = ({ task }: Template) => {
    const { title: own, ...rest } = draftFrom(task, start, new Date())
    // A title that was typed stays.
    if (title.trim() === '' || title === filled) setTitle(own)
    setFilled(own)
    setDraft(rest)
  }
  const startOver = () => {
    setTitle('')
    setDraft(start)
  }
  return { title, setTitle, draft, choose, take, startOver }
}
