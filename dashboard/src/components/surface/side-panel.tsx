// What opens beside a list without taking the list away: it pushes where there is room, lies over it where there is less,
// and is a page of its own on a phone.
import { ActionIcon, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeys } from '#lib/keys.ts'
import { KeyHint } from '../text/key-hint.tsx'
import classes from './side-panel.module.css'

/** A list, and at most one panel beside it. */
export function Split({ children, panel }: { children: ReactNode; panel?: ReactNode }) {
  return (
    <div className={classes['split']}>
      <div className={classes['main']}>{children}</div>
      {panel}
    </div>
  )
}

export function SidePanel({
  title,
  meta,
  tools,
  foot,
  width,
  takesFocus = true,
  onClose,
  children,
}: {
  title: string
  meta?: ReactNode
  tools?: ReactNode
  foot?: ReactNode
  width: 480 | 560
  /** Off where the keyboard stays in the list. */
  takesFocus?: boolean
  onClose: () => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const place = useRef<HTMLElement>(null)
  const id = useId()
  const isPage = useMediaQuery('(max-width: 767px)', window.innerWidth < 768)
  useKeys(
    useMemo(
      () => [{ keys: 'escape', group: 'general' as const, label: t('close'), run: onClose }],
      [onClose, t],
    ),
  )
  useEffect(() => {
    const first = place.current?.querySelector<HTMLElement>('[data-autofocus]')
    if (takesFocus) (first ?? place.current)?.focus({ preventScroll: true })
  }, [takesFocus])
  return (
    <aside
      ref={place}
      className={classes['panel']}
      aria-labelledby={id}
      tabIndex={-1}
      style={{ width: isPage ? '100%' : width }}
    >
      <div className={classes['head']}>
        <h2 id={id}>{title}</h2>
        {meta}
        <div className={classes['tools']}>
          {tools}
          <Tooltip label={<CloseHint label={t('close')} />}>
            <ActionIcon aria-label={t('close')} onClick={onClose}>
              <IconX size={16} stroke={1.75} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        </div>
      </div>
      {children}
      {foot !== undefined && <div className={classes['foot']}>{foot}</div>}
    </aside>
  )
}

function CloseHint({ label }: { label: string }) {
  return (
    <>
      {label} <KeyHint keys="escape" />
    </>
  )
}

export function PanelBody({ children }: { children: ReactNode }) {
  return <div className={classes['body']}>{children}</div>
}
