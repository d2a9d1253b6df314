// Every operation by subject, narrowed down by what is typed; the one that is open is marked.
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { FindField } from '#components/fields/find-field.tsx'
import { useAddress } from '#lib/use-address.ts'
import { useRowKeys } from '#lib/use-row-keys.ts'
import { isFound, type Operation } from './document/open-api.ts'
import { Method } from './operation/method.tsx'
import classes from './reference.module.css'

/** The page before all operations. */
export const START = 'start'

export function OperationList({
  operations,
  tags,
  opened,
}: {
  operations: readonly Operation[]
  tags: readonly { name: string }[]
  opened: string
}) {
  const { t } = useTranslation('reference')
  const [address, change] = useAddress()
  const list = useRef<HTMLElement>(null)
  useRowKeys(list, 'list', { next: t('next'), previous: t('previous') })
  const typed = (address['q'] ?? '').trim()
  const found = operations.filter((one) => isFound(one, typed))
  return (
    <div className={classes['side']}>
      <div className={classes['find']}>
        <FindField
          wide
          label={t('findLabel')}
          placeholder={t('find')}
          value={address['q'] ?? ''}
          group="list"
          onChange={(q) => change({ q: q || undefined })}
        />
      </div>
      <nav ref={list} className={classes['operations']} aria-label={t('operations')}>
        {typed === '' && (
          <Row id={START} opened={opened}>
            {t('start.title')}
          </Row>
        )}
        {tags.map(({ name }) => (
          <TagGroup
            key={name}
            name={name}
            opened={opened}
            operations={found.filter(({ tag }) => tag === name)}
          />
        ))}
        {found.length === 0 && (
          <p className={classes['nothing']} role="status">
            {t('nothing')}
          </p>
        )}
      </nav>
    </div>
  )
}

function TagGroup({
  name,
  operations,
  opened,
}: {
  name: string
  operations: readonly Operation[]
  opened: string
}) {
  if (operations.length === 0) return null
  return (
    <section aria-label={name}>
      <h2 className={classes['tag']} lang="en">
        {name}
        <span className="figure">{operations.length}</span>
      </h2>
      {operations.map(({ id, method, summary }) => (
        <Row key={id} id={id} opened={opened}>
          <Method method={method} />
          <span className={classes['summary']} lang="en">
            {summary}
          </span>
        </Row>
      ))}
    </section>
  )
}

function Row({ id, opened, children }: { id: string; opened: string; children: ReactNode }) {
  return (
    <Link
      to="/reference"
      search={(now: Record<string, unknown>) => ({ ...now, op: id })}
      className={classes['row'] ?? ''}
      data-row
      aria-current={id === opened ? 'page' : undefined}
    >
      {children}
    </Link>
  )
}
