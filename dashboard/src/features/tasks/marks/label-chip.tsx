// A label of a task: its name, and a dot that always has the same color for the same name.
import classes from './marks.module.css'

const HUES = ['violet', 'teal', 'amber', 'orange', 'green', 'accent', 'red', 'text-3'] as const

export function hueOfLabel(name: string): string {
  let sum = 7
  for (const character of name) sum = (sum * 33 + (character.codePointAt(0) ?? 0)) % 9973
  return `var(--${HUES[sum % HUES.length]})`
}

export function LabelChip({ name }: { name: string }) {
  return (
    <span className={classes['label']} title={name}>
      <LabelDot name={name} />
      <span>{name}</span>
    </span>
  )
}

export function LabelDot({ name }: { name: string }) {
  return <i className={classes['dot']} style={{ background: hueOfLabel(name) }} />
}
