// Markdown, fetched when there is some to show; until then the text as it was written.
import { lazy, Suspense } from 'react'
import classes from './markdown.module.css'

const MarkdownText = lazy(async () => {
  const { MarkdownText: Text } = await import('./markdown-text.tsx')
  return { default: Text }
})

export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<div className={classes['plain']}>{text}</div>}>
      <MarkdownText text={text} />
    </Suspense>
  )
}
