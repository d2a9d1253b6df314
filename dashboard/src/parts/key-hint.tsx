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
}

/** `keys` as in the table of keys: `mod+k`, or `g t` for one after the other. */
export function KeyHint({ keys }: { keys: string }) {
  return (
    <span className={classes['keys']} aria-hidden="true">
      {keys.split(/[+ ]/).map((key) => (
        <kbd key={key} className={classes['key']}>
          {printed[key] ?? key.toUpperCase()}
        </kbd>
      ))}
    </span>
  )
}
