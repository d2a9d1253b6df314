// The palette: everything by name. Arrows move, Enter runs, Tab narrows to one kind. The focus stays in the field, and
// the field announces the active row to screen readers (ARIA combobox with a list).
import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHeldKeys } from '#lib/held-keys/use-held-keys.ts'
import { palette } from './open-palette.ts'
import classes from './palette.module.css'
import { PaletteFoot } from './palette-foot.tsx'
import { KINDS, type Kind, usePaletteGroups } from './palette-items.tsx'
import { LIST_ID, optionId, PaletteList } from './palette-list.tsx'

export function Palette() {
  const { opened } = palette.useOpened()
  const { t } = useTranslation('shell')
  return (
    <Modal
      opened={opened}
      onClose={palette.close}
      withCloseButton={false}
      centered={false}
      size={560}
      yOffset="12dvh"
      padding={0}
      transitionProps={{ duration: 180, transition: 'fade-down' }}
      attributes={{ content: { 'aria-label': t('search') } }}
      classNames={{ content: classes['content'] ?? '', body: classes['body'] ?? '' }}
    >
      <Inside />
    </Modal>
  )
}

function Inside() {
  const { t } = useTranslation('shell')
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useHeldKeys(field, setTyped)
  const [only, setOnly] = useState<Kind>()
  // The row is remembered with what it was chosen for: a new word begins at the top again.
  const [chosen, setChosen] = useState({ typed: '', row: 0 })
  const groups = usePaletteGroups(typed, only)
  const items = groups.flatMap((group) => group.items)
  const row = Math.min(chosen.typed === typed ? chosen.row : 0, Math.max(0, items.length - 1))
  const run = (place: number) => {
    palette.close()
    items[place]?.run()
  }
  /** True leaves the key to the browser: after the last kind the focus moves on to the elements below. */
  const keys: Record<string, (event: KeyboardEvent) => unknown> = {
    ArrowDown: () => setChosen({ typed, row: (row + 1) % Math.max(1, items.length) }),
    ArrowUp: () => setChosen({ typed, row: (row || items.length) - 1 }),
    Enter: () => run(row),
    Tab: ({ shiftKey }) => {
      const next = nextKind(only, shiftKey)
      setOnly(next ?? undefined)
      return next === null
    },
  }
  return (
    <>
      <label className={classes['field']}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <input
          ref={field}
          className={classes['input']}
          data-autofocus
          role="combobox"
          aria-label={t('search')}
          aria-expanded={items.length > 0}
          aria-controls={LIST_ID}
          aria-activedescendant={items.length > 0 ? optionId(row) : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('palette.placeholder')}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            const act = event.nativeEvent.isComposing ? undefined : keys[event.key]
            if (act && act(event) !== true) event.preventDefault()
          }}
        />
        {only && <Only kind={only} />}
      </label>
      <PaletteList groups={groups} row={row} onRun={run} />
      <PaletteFoot />
    </>
  )
}

function Only({ kind }: { kind: Kind }) {
  const { t } = useTranslation('shell')
  return (
    <span className={classes['only']}>
      {t('palette.only', { kind: t(`palette.kinds.${kind}`) })}
    </span>
  )
}

/** Null beyond the last one, on either side. */
function nextKind(only: Kind | undefined, isBackwards: boolean): Kind | undefined | null {
  const kinds = [undefined, ...KINDS]
  const next = kinds.indexOf(only) + (isBackwards ? -1 : 1)
  return next in kinds ? kinds[next] : null
}
