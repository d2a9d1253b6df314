// How much a task matters: a square for urgent, bars for the rest.
import type { Priority } from '@task-service/contract'
import { useTranslation } from 'react-i18next'

const colors: Record<Priority, string> = {
  urgent: 'var(--red)',
  high: 'var(--orange)',
  normal: 'var(--text-2)',
  low: 'var(--text-3)',
}
const bars: Record<Exclude<Priority, 'urgent'>, number> = { high: 3, normal: 2, low: 1 }

export function PriorityIcon({ priority, size = 16 }: { priority: Priority; size?: number }) {
  const { t } = useTranslation()
  return <PriorityShape priority={priority} size={size} word={t(`priority.${priority}`)} />
}

/** For lists, which look up a word once and not for every row. */
export function PriorityShape({
  priority,
  size = 16,
  word,
}: {
  priority: Priority
  size?: number
  word: string
}) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={word}
      color={colors[priority]}
    >
      <title>{word}</title>
      {priority === 'urgent' ? (
        <>
          <rect x="1.5" y="1.5" width="13" height="13" rx="3.5" fill="currentColor" />
          <path
            d="M8 4.6v4.2M8 11.3v.05"
            stroke="var(--bg)"
            strokeWidth="1.9"
            strokeLinecap="round"
          />
        </>
      ) : (
        [4.5, 7.5, 10.5].map((height, index) => (
          <rect
            key={height}
            x={2 + index * 4.5}
            y={13.5 - height}
            width="3"
            height={height}
            rx="1"
            fill="currentColor"
            opacity={index < bars[priority] ? 1 : 0.26}
          />
        ))
      )}
    </svg>
  )
}
