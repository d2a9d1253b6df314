// A field that narrows down what is on the screen; `/` leads to it.
import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { type KeyGroup, useKeys } from '#lib/keys.ts'
import { KeyHint } from '../text/key-hint.tsx'
import classes from './find-field.module.css'

export function FindField({
  label,
  placeholder,
  value,
  group,
  wide = false,
  onChange,
}: {
  label: string
  placeholder: string
  value: string
  group: KeyGroup
  /** As wide as its column, on phones too; in a head there is no room for that. */
  wide?: boolean
  onChange: (value: string) => void
}) {
  const place = useRef<HTMLInputElement>(null)
  useKeys(
    useMemo(() => [{ keys: '/', group, label, run: () => place.current?.focus() }], [group, label]),
  )
  return (
    <TextInput
      ref={place}
      className={classes[wide ? 'wide' : 'field'] ?? ''}
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      leftSection={<IconSearch size={15} stroke={1.75} aria-hidden="true" />}
      rightSection={value === '' ? <KeyHint keys="/" /> : undefined}
    />
  )
}
