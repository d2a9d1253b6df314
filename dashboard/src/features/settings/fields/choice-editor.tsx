// The choices of a field as lines: typed, moved, archived and removed. Enter in one adds the next.
import { ActionIcon, Button } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconArrowDown,
  IconArrowUp,
  IconPlus,
  IconX,
} from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ErrorAt } from '#components/fields/field-errors.ts'
import classes from './fields.module.css'

const MOST = 100

/** `id` tells lines apart while they are edited; `value` is known once the choice was saved. */
export type ChoiceDraft = { id: string; label: string; archived: boolean; value?: string }

export function newChoice(): ChoiceDraft {
  return { id: crypto.randomUUID(), label: '', archived: false }
}

export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from]
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item)
}

type Props = {
  choices: readonly ChoiceDraft[]
  errorAt: ErrorAt
  onChange: (choices: ChoiceDraft[]) => void
}

export function ChoiceEditor({ choices, errorAt, onChange }: Props) {
  const { t } = useTranslation('fields')
  const id = useId()
  const list = useRef<HTMLOListElement>(null)
  const focusLine = (place: number) =>
    requestAnimationFrame(() => list.current?.querySelectorAll('input')[place]?.focus())
  const addAt = (place: number) => {
    if (choices.length >= MOST) return
    onChange(choices.toSpliced(place, 0, newChoice()))
    focusLine(place)
  }
  return (
    <fieldset className={classes['choices']} aria-describedby={`${id}-hint`}>
      <legend>{t('admin.choices')}</legend>
      <p id={`${id}-hint`} className={classes['hint']}>
        {t('admin.choicesHint')}
      </p>
      <ol ref={list}>
        {choices.map((choice, place) => (
          <li key={choice.id}>
            <ChoiceLine
              choice={choice}
              place={place}
              count={choices.length}
              error={errorAt(`/choices/${place}`)}
              onChange={(part) => onChange(choices.with(place, { ...choice, ...part }))}
              onMove={(to) => onChange(moved(choices, place, to))}
              onRemove={() => onChange(choices.toSpliced(place, 1))}
              onEnter={() => addAt(place + 1)}
            />
          </li>
        ))}
      </ol>
      <Button
        variant="subtle"
        size="xs"
        disabled={choices.length >= MOST}
        leftSection={<IconPlus size={14} stroke={1.75} />}
        onClick={() => addAt(choices.length)}
      >
        {t('admin.addChoice')}
      </Button>
    </fieldset>
  )
}

type LineProps = {
  choice: ChoiceDraft
  place: number
  count: number
  error: string | undefined
  onChange: (part: Partial<ChoiceDraft>) => void
  onMove: (to: number) => void
  onRemove: () => void
  onEnter: () => void
}

function ChoiceLine(props: LineProps) {
  const { t } = useTranslation('fields')
  const { choice, place, error, onChange, onEnter } = props
  const id = useId()
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className={classes['line']} data-archived={choice.archived || undefined}>
      <input
        value={choice.label}
        maxLength={100}
        aria-label={t('admin.choice', { number: place + 1 })}
        aria-invalid={error !== undefined}
        aria-describedby={error && id}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
        onKeyDown={press}
      />
      <LineActs {...props} name={choice.label || t('admin.choice', { number: place + 1 })} />
      {error && (
        <p id={id} className={classes['fault']}>
          {error}
        </p>
      )}
    </div>
  )
}

/** A choice that tasks may have is archived first; a new one can go at once. */
function LineActs({
  name,
  choice,
  place,
  count,
  onChange,
  onMove,
  onRemove,
}: LineProps & { name: string }) {
  const { t } = useTranslation('fields')
  const isSaved = choice.value !== undefined
  return (
    <span className={classes['acts']}>
      <ActionIcon
        aria-label={t('admin.choiceUp', { name })}
        disabled={place === 0}
        onClick={() => onMove(place - 1)}
      >
        <IconArrowUp size={14} stroke={1.75} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('admin.choiceDown', { name })}
        disabled={place === count - 1}
        onClick={() => onMove(place + 1)}
      >
        <IconArrowDown size={14} stroke={1.75} />
      </ActionIcon>
      {isSaved && (
        <ActionIcon
          aria-label={t(choice.archived ? 'admin.choiceRestore' : 'admin.choiceArchive', { name })}
          onClick={() => onChange({ archived: !choice.archived })}
        >
          {choice.archived ? (
            <IconArchiveOff size={14} stroke={1.75} />
          ) : (
            <IconArchive size={14} stroke={1.75} />
          )}
        </ActionIcon>
      )}
      {(!isSaved || choice.archived) && (
        <ActionIcon
          aria-label={t('admin.choiceRemove', { name })}
          disabled={count === 1}
          onClick={onRemove}
        >
          <IconX size={14} stroke={1.75} />
        </ActionIcon>
      )}
    </span>
  )
}
