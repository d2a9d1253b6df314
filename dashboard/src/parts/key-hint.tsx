// A key as it is printed on the keyboard; hidden where there is none.
import classes from './key-hint.module.css'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)
const printed: Record<string, string> = {
  mod: isApple ? '⌘' : 'Ctrl',
  enter: '↵',
  escape: 'Esc',
  shift: '⇧',
  up: '↑',
  down: '↓',
  space: 'Space',
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
  const caps = keys.split(/[+ ]/)
  return (
    <span
      className={classes['keys']}
      data-spoken={spoken || undefined}
      aria-hidden={spoken ? undefined : true}
    >
      {caps.map((key, place) => (
        <kbd key={caps.indexOf(key) === place ? key : `${key} again`} className={classes['key']}>
          {printed[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  )
}
