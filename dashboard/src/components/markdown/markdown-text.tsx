// Markdown by people and machines as text: no markup of theirs, no picture is loaded, links lead to the web only.
import { IconSquare, IconSquareCheck } from '@tabler/icons-react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { markMentions } from './mark-mentions.ts'
import classes from './markdown.module.css'
import { Mention } from './mention.tsx'
import { safeLink } from './safe-link.ts'

const plugins = [remarkGfm, markMentions]

const components: Components = {
  // The screen has headings of its own above these.
  h1: ({ children }) => <h3>{children}</h3>,
  h2: ({ children }) => <h4>{children}</h4>,
  h3: ({ children }) => <h5>{children}</h5>,
  h4: ({ children }) => <h6>{children}</h6>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  span: ({ node, children }) => {
    const to = node?.properties['data-mention']
    return typeof to === 'string' ? <Mention to={to}>{children}</Mention> : <span>{children}</span>
  },
  img: ({ src, alt }) => {
    const address = typeof src === 'string' ? src : ''
    const words = alt || address
    return address ? (
      <a href={address} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    ) : (
      <span>{words}</span>
    )
  },
  input: ({ checked }) =>
    checked ? (
      <IconSquareCheck size={15} stroke={1.75} aria-hidden="true" />
    ) : (
      <IconSquare size={15} stroke={1.75} aria-hidden="true" />
    ),
  table: ({ children }) => (
    <div className={classes['scroll']}>
      <table>{children}</table>
    </div>
  ),
}

export function MarkdownText({ text }: { text: string }) {
  return (
    <div className={classes['text']}>
      <Markdown remarkPlugins={plugins} components={components} urlTransform={safeLink} skipHtml>
        {text}
      </Markdown>
    </div>
  )
}
