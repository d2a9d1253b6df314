// What became of an approval that is no longer open: who decided and when, and what the external system confirmed.
import { IconCheck } from '@tabler/icons-react'
import type { Actor, Approval, Receipt } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#api/me.ts'
import { useActorName } from '#components/marks/actor-mark.tsx'
import { Card } from '#components/surface/card.tsx'
import { Notice } from '#components/surface/notice.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'
import classes from './approval.module.css'
import { UnsentText } from './decide/unsent-text.tsx'
import { printVersion } from './print-version.ts'
import { itemOf, type Systems } from './use-systems.ts'

const NO_ACTOR: Actor = { kind: 'system', id: '' }

export function Outcome({ approval, systems }: { approval: Approval; systems: Systems }) {
  return (
    <>
      <Verdict approval={approval} />
      {approval.receipts.length > 0 && <Receipts approval={approval} systems={systems} />}
      <UnsentText approvalId={approval.id} />
    </>
  )
}

function Verdict({ approval }: { approval: Approval }) {
  const { t } = useTranslation('approvals')
  const { state, reason, acknowledged_at: acknowledgedAt, receipts } = approval
  if (state === 'rejected') {
    return (
      <Notice live tone="red" title={<Decided approval={approval} verdict="rejected" />}>
        <p className={classes['reason']}>{reason}</p>
        {approval.run_id !== null && (
          <small>
            {acknowledgedAt === null ? t('outcome.notReceived') : t('outcome.received')}
          </small>
        )}
      </Notice>
    )
  }
  if (state === 'approved' || state === 'spent') {
    return (
      <Notice
        live
        tone={state === 'spent' ? 'green' : 'accent'}
        title={<Decided approval={approval} verdict="approved" />}
      >
        {t(`outcome.${state}`)}
        {state === 'spent' && receipts.length === 0 && approval.effects.length > 0 && (
          <> {t('outcome.unconfirmed')}</>
        )}
      </Notice>
    )
  }
  if (state === 'open') return null
  return (
    <Notice live tone="neutral" title={t(`outcome.${state}`)}>
      {t(`outcome.${state}Text`)}
    </Notice>
  )
}

function Decided({
  approval: { decided_by: by, decided_at: at },
  verdict,
}: {
  approval: Approval
  verdict: 'approved' | 'rejected'
}): ReactNode {
  const { t } = useTranslation('approvals')
  const me = useMe()?.user.id
  const name = useActorName(by ?? NO_ACTOR)
  const isMine = by?.kind === 'user' && by.id === me
  return (
    <>
      {isMine ? t(`outcome.${verdict}ByYou`) : t(`outcome.${verdict}By`, { name })}
      {at !== null && (
        <span className={classes['at']}>
          <RelativeTime at={at} />
        </span>
      )}
    </>
  )
}

function Receipts({ approval, systems }: { approval: Approval; systems: Systems }) {
  const { t } = useTranslation('approvals')
  return (
    <Card title={t('outcome.receipts')} bleed>
      <ul className={classes['receipts']}>
        {approval.receipts.map((receipt) => (
          <li key={`${receipt.link_id} ${receipt.kind} ${receipt.external_comment_id}`}>
            <IconCheck size={16} stroke={2} aria-hidden="true" />
            <ReceiptText receipt={receipt} approval={approval} systems={systems} />
            <RelativeTime at={receipt.at} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function ReceiptText({
  receipt,
  approval,
  systems,
}: {
  receipt: Receipt
  approval: Approval
  systems: Systems
}) {
  const { t } = useTranslation('approvals')
  const locale = useLocale()
  const effect = approval.effects.find(({ link_id: link }) => link === receipt.link_id)
  const { external_version: version, external_comment_id: id } = receipt
  const details = [
    version !== null && t('outcome.version', { version: printVersion(version, locale) }),
    id !== null && t('outcome.commentId', { id }),
  ].filter((part) => part !== false)
  return (
    <span>
      {t(`outcome.receipt.${receipt.kind}`, {
        system: effect ? systems.nameOf(effect) : '',
        item: effect ? itemOf(effect) : '',
      })}
      {details.length > 0 && <small title={version ?? undefined}>{details.join(' · ')}</small>}
    </span>
  )
}
