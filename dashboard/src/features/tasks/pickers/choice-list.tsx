// A list to choose from by typing, arrows or pointer: the inside of every picker.
import { Combobox, useCombobox } from '@mantine/core'
import { useId } from '@mantine/hooks'
import { IconCheck, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useHeldKeys } from '#lib/held-keys/use-held-keys.ts'
import classes from './pickers.module.css'

export type Choice = {
  value: string
  label: string
  icon?: ReactNode
  /** Chosen already. */
  checked?: boolean
  disabled?: boolean
  /** Said at the right, such as why it cannot be chosen. */
  hint?: string
}

export function ChoiceList({
  label,
  choices,
  typed,
  onType,
  onChoose,
  multiple = false,
  children,
}: {
  label: string
  choices: readonly Choice[]
  typed: string
  onType: (text: string) => void
  onChoose: (value: string) => void
  multiple?: boolean
  children?: ReactNode
}) {
  const { t } = useTranslation('tasks')
  const combobox = useCombobox({ opened: true })
  const input = useRef<HTMLInputElement>(null)
  const { selectFirstOption } = combobox
  // Named here, because the field learns the id of the list only when it is drawn again.
  const list = useId()
  useHeldKeys(input, onType)
  // The first that fits is what Enter takes.
  const identity = choices.map(({ value }) => value).join('\n')
  useEffect(() => {
    if (identity !== '') selectFirstOption()
  }, [identity, selectFirstOption])
  return (
    <Combobox store={combobox} onOptionSubmit={onChoose}>
      <div className={classes['search']}>
        <IconSearch size={16} stroke={1.75} aria-hidden="true" />
        <Combobox.EventsTarget withExpandedAttribute aria-controls={list} aria-expanded>
          <input
            ref={input}
            value={typed}
            onChange={(event) => onType(event.currentTarget.value)}
            placeholder={label}
            aria-label={label}
          />
        </Combobox.EventsTarget>
      </div>
      <Combobox.Options
        id={list}
        className={classes['options']}
        aria-label={label}
        aria-multiselectable={multiple}
      >
        {choices.map((choice) => (
          <ChoiceOption key={choice.value} choice={choice} multiple={multiple} />
        ))}
        {choices.length === 0 && <Combobox.Empty>{t('picker.nothing')}</Combobox.Empty>}
      </Combobox.Options>
      {children}
    </Combobox>
  )
}

function ChoiceOption({ choice, multiple }: { choice: Choice; multiple: boolean }) {
  return (
    <Combobox.Option
      value={choice.value}
      disabled={choice.disabled ?? false}
      className={classes['option']}
      aria-selected={choice.checked ?? false}
    >
      {multiple && <i className={classes['box']} data-on={choice.checked || undefined} />}
      {choice.icon}
      <span className={classes['word']}>{choice.label}</span>
      {choice.hint && <span className={classes['hint']}>{choice.hint}</span>}
      {!multiple && choice.checked && (
        <IconCheck size={16} stroke={2} className={classes['tick']} aria-hidden="true" />
      )}
    </Combobox.Option>
  )
}

/** Those whose words begin like, or contain, what was typed. */
export function choicesLike(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = typed.trim().toLocaleLowerCase()
  return choices.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
}
