// The frame of a screen: its name, what can be done at the right, and room for the rest.
import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import classes from './page.module.css'
import { PageTools } from './page-tools.tsx'

export function Page({
  title,
  crumb,
  meta,
  actions,
  /** The screen draws to the edges and handles its own scrolling. */
  bleed = false,
  children,
}: {
  title: string
  /** The place above this one. */
  crumb?: ReactNode
  meta?: ReactNode
  actions?: ReactNode
  bleed?: boolean
  children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Task Service`
  }, [title])
  return (
    <div className={classes['page']}>
      <header className={classes['head']}>
        <div className={classes['title']}>
          {crumb !== undefined && (
            <>
              <span className={classes['crumb']}>{crumb}</span>
              <IconChevronRight size={14} stroke={1.75} aria-hidden="true" />
            </>
          )}
          <h1>{title}</h1>
          {meta}
        </div>
        <div className={classes['actions']}>
          {actions}
          <PageTools />
        </div>
      </header>
      <main className={bleed ? classes['bleed'] : classes['body']} id="content" tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
