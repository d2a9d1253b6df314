// A key as it is printed on the keyboard of the language; hidden where there is none.
import { useTranslation } from 'react-i18next'
import classes from './key-hint.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const printed: Record<string, string> = {
  ...(isApple && { mod: '⌘' }),
  enter: '↵',
  escape: 'Esc',
  shift: '⇧',
  up: '↑',
  down: '↓',
  tab: 'Tab',
}

/** `keys` as in the table of keys: `mod+k`, or `g t` for one after the other. */
export function KeyHint({
  keys,
  /** Read out, where the keys are what the text is about. */
  spoken = false,
}: {
  keys: string
  spoken?: boolean
}) {
  const { t } = useTranslation()
  const named: Record<string, string> = {
    mod: t('keyCaps.ctrl'),
    space: t('keyCaps.space'),
    delete: t('keyCaps.delete'),
    ...printed,
  }
  const caps = keys.split(/[+ ]/)
  return (
    <span
      className={classes['keys']}
      data-spoken={spoken || undefined}
      aria-hidden={spoken ? undefined : true}
    >
      {caps.map((key, place) => (
        <kbd key={caps.indexOf(key) === place ? key : `${key} again`} className={classes['key']}>
          {named[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  )
}
