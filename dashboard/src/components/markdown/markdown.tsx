// Markdown, fetched when there is some to show; until then the text as it was written.
import { onDemand } from '../on-demand/on-demand.tsx'
import classes from './markdown.module.css'

export const Markdown = onDemand<{ text: string }>(
  async () => (await import('./markdown-text.tsx')).MarkdownText,
  { placeholder: ({ text }) => <div className={classes['plain']}>{text}</div> },
)
