// The palette: everything by name. Arrows move, Enter runs, Tab narrows to one kind. The focus stays in the field, and
// the field announces the active row to screen readers (ARIA combobox with a list).
import { Loader, Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { useHeldKeys } from '#lib/held-keys/use-held-keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { palette } from './open-palette.ts'
import classes from './palette.module.css'
import { PaletteFoot } from './palette-foot.tsx'
import { type Item, KINDS, type Kind } from './palette-item.ts'
import { usePaletteGroups } from './palette-items.tsx'
import { LIST_ID, optionId, PaletteList } from './palette-list.tsx'
import { PaletteStatus } from './palette-status.tsx'
import { rememberRecent } from './recent.ts'

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
  const { groups, state, retry } = usePaletteGroups(typed, only)
  const items = groups.flatMap((group) => group.items)
  const { row, move } = useChosenRow(items, `${only} ${typed}`)
  const run = useRun(items, state === 'searching', typed)
  /** True leaves the key to the browser: after the last kind the focus moves on to the elements below. */
  const keys: Record<string, (event: KeyboardEvent) => unknown> = {
    ArrowDown: () => move((row + 1) % Math.max(1, items.length)),
    ArrowUp: () => move((row || items.length) - 1),
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
        {state === 'searching' && items.length > 0 && (
          <Loader className={classes['loader'] ?? ''} size={14} aria-hidden="true" />
        )}
        {only && <Only kind={only} />}
      </label>
      <PaletteList groups={groups} row={row} onRun={run}>
        <PaletteStatus isEmpty={items.length === 0} state={state} onRetry={retry} />
      </PaletteList>
      <PaletteFoot />
    </>
  )
}

/**
 * The chosen row is remembered by what it is, with what it was chosen for: results that arrive later do not move it, and
 * a new word begins at the top again.
 */
function useChosenRow(items: readonly Item[], search: string) {
  const [chosen, setChosen] = useState({ search: '', id: '' })
  const place = chosen.search === search ? items.findIndex(({ id }) => id === chosen.id) : -1
  return {
    row: Math.max(0, place),
    move: (row: number) => setChosen({ search, id: items[row]?.id ?? '' }),
  }
}

/** Runs a row. Enter before there is one waits for the search of this text. */
function useRun(items: readonly Item[], isSearching: boolean, typed: string) {
  const userId = useMe()?.user.id
  const [awaited, setAwaited] = useState<string>()
  const run = (place: number) => {
    const item = items[place]
    if (!item) {
      setAwaited(isSearching ? typed : undefined)
      return
    }
    palette.close()
    if (item.recent && userId !== undefined) rememberRecent(userId, item.recent)
    item.run()
  }
  const now = useLatest(run)
  const isDue = awaited === typed && typed !== '' && items.length > 0
  useEffect(() => {
    if (isDue) now()(0)
  }, [isDue, now])
  return run
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
