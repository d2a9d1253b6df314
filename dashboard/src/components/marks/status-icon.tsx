// The mark of a stage: shape, color and word, so that color is never the only sign.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Stage } from './stage.ts'
import classes from './status-icon.module.css'

const ring = <circle cx="8" cy="8" r="6.1" />

const shapes: Record<Stage, ReactNode> = {
  triage: <circle cx="8" cy="8" r="6.1" strokeDasharray="0.2 3.63" strokeWidth="2" />,
  ready: ring,
  in_progress: (
    <>
      {ring}
      <path d="M8 4.4a3.6 3.6 0 0 1 0 7.2z" fill="currentColor" stroke="none" />
    </>
  ),
  input_required: (
    <>
      {ring}
      <path d="M6.4 6v4M9.6 6v4" />
    </>
  ),
  in_review: (
    <>
      <path d="M1.8 8S4 3.9 8 3.9 14.2 8 14.2 8 12 12.1 8 12.1 1.8 8 1.8 8z" />
      <circle cx="8" cy="8" r="1.7" />
    </>
  ),
  pushing: (
    <>
      <circle cx="8" cy="8" r="6.1" strokeDasharray="2.6 1.65" />
      <path d="M8 10.7V5.5M5.9 7.5 8 5.4l2.1 2.1" />
    </>
  ),
  completed: (
    <>
      <path
        d="m8 .9 1.75 1.3 2.17-.2.9 2 2 .9-.2 2.16L15.9 8.8l-1.28 1.74.2 2.17-2 .9-.9 2-2.17-.2L8 15.9l-1.75-.49-2.17.2-.9-2-2-.9.2-2.17L.1 8.8l1.28-1.74-.2-2.16 2-.9.9-2 2.17.2z"
        fill="currentColor"
        stroke="none"
      />
      <path d="m5.3 8.5 1.9 1.9 3.6-3.9" stroke="var(--bg)" strokeWidth="1.7" />
    </>
  ),
  failed: (
    <>
      {ring}
      <path d="m5.9 5.9 4.2 4.2M10.1 5.9l-4.2 4.2" />
    </>
  ),
  canceled: (
    <>
      {ring}
      <path d="m3.8 12.2 8.4-8.4" />
    </>
  ),
}

export function StatusIcon({ stage, size = 16 }: { stage: Stage; size?: number }) {
  const { t } = useTranslation()
  return <StatusShape stage={stage} size={size} word={t(`status.${stage}`)} />
}

/** For lists, which look up a word once and not for every row. */
export function StatusShape({ stage, size, word }: { stage: Stage; size: number; word: string }) {
  return (
    <span className={classes['mark']} data-stage={stage} title={word} role="img" aria-label={word}>
      <svg
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {shapes[stage]}
      </svg>
    </span>
  )
}
