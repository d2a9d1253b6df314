// Text of machines as it is; JSON indented and coloured.
import { useMemo } from 'react'
import classes from './code-block.module.css'
import { prettyJson, readTokens } from './json-tokens.ts'

export function CodeBlock({ text, label }: { text: string; label: string }) {
  const pretty = useMemo(() => prettyJson(text), [text])
  const tokens = useMemo(() => (pretty.isJson ? readTokens(pretty.text) : undefined), [pretty])
  return (
    <pre
      className={classes['code']}
      data-wrap={pretty.isJson ? undefined : true}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      {tokens
        ? tokens.map(({ kind, text: part }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- tokens of one text have no other name, and never move
            <span key={index} className={classes[kind]}>
              {part}
            </span>
          ))
        : pretty.text}
    </pre>
  )
}
