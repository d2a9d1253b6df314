// A sentence in which names such as T-142 stay in one piece where a line ends.
import type { ReactNode } from 'react'

const REFERENCE = /(\b[A-Za-z]{1,6}-\d{1,10}\b)/

export function WholeReferences({ text }: { text: string }): ReactNode {
  if (!REFERENCE.test(text)) return text
  // What is split by a group stands at the odd places.
  return text.split(new RegExp(REFERENCE, 'g')).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one text have no other name
      <span key={at} className="whole">
        {part}
      </span>
    ),
  )
}
