// Narrows the list by words while they are typed; the address follows.
import { IconSearch, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KeyHint } from '#components/text/key-hint.tsx'
import classes from './filters.module.css'

const TYPING_MS = 250

export function TextFilter({
  text,
  onText,
  input,
}: {
  text: string
  onText: (text: string) => void
  input: RefObject<HTMLInputElement | null>
}) {
  const { t } = useTranslation('tasks')
  const [{ typed, from, sent }, setState] = useState({ typed: text, from: text, sent: text })
  // Another view or the way back may say other words; our own come back later than the next letter may.
  if (from !== text) setState({ typed: sent === text ? typed : text, from: text, sent: text })
  const setTyped = (next: string) => setState({ typed: next, from: text, sent })
  useEffect(() => {
    if (typed === text) return
    const timer = setTimeout(() => {
      setState((known) => ({ ...known, sent: typed }))
      onText(typed)
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, text, onText])
  return (
    <label className={classes['text']}>
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <input
        ref={input}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value.slice(0, 500))}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' && event.key !== 'Enter') return
          if (event.key === 'Escape') {
            setTyped('')
            onText('')
          }
          event.currentTarget.blur()
        }}
        placeholder={t('filterByText')}
        aria-label={t('filterByText')}
      />
      {typed === '' ? (
        <KeyHint keys="/" />
      ) : (
        <button type="button" onClick={() => onText('')} aria-label={t('clearText')}>
          <IconX size={14} stroke={1.75} />
        </button>
      )}
    </label>
  )
}
