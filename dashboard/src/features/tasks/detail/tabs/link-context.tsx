// The context of a linked item: the people and records it is about.
import type { Link } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { safeLink } from '#components/markdown/safe-link.ts'
import { Facts } from '#components/surface/facts.tsx'
import classes from './link-context.module.css'

type Record = Link['context'][number]

const known = ['contact', 'deal', 'company', 'row'] as const

export function LinkContext({ records }: { records: readonly Record[] }) {
  if (records.length === 0) return null
  return (
    <ul className={classes['records']}>
      {records.map((record) => (
        <ContextItem key={`${record.kind} ${record.id}`} record={record} />
      ))}
    </ul>
  )
}

function ContextItem({ record: { kind, title, url, facts } }: { record: Record }) {
  const { t } = useTranslation('integrations')
  const word = known.find((one) => one === kind)
  const address = safeLink(url ?? '')
  return (
    <li>
      <small>{word ? t(`links.kind.${word}`) : kind}</small>
      {address === '' ? (
        <b>{title}</b>
      ) : (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {title}
        </a>
      )}
      <Facts facts={facts} />
    </li>
  )
}
