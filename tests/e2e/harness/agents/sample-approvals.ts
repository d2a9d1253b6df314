// Approvals in every state that a person meets: open, rejected, and sent with a receipt.
import type { Approval, Task } from '@task-service/contract'
import { until } from '../../../operate/until.ts'
import type { Stage } from '../stage.ts'
import { connectTracker } from './gated-tracker.ts'

export type SampleApprovals = {
  open: Approval
  rejected: Approval
  sent: Approval
  /** Whose run waits for `open`. */
  task: Task
}

const COMMENT = `Declared weight corrected to 1,266 kg (scale ticket 99120, 10 Nov 10:31). Line 3 had two swapped digits: 624 instead of 642 kg.

Please resubmit the declaration before 12:00.`

export async function requestApprovals(stage: Stage): Promise<SampleApprovals> {
  const tracker = await connectTracker(stage, 'weight-agent')
  const sent = await tracker.request({
    title: 'Duplicate form of QF-20912',
    result: 'Closed as a duplicate of QF-20911.',
  })
  await decide(stage, sent.approval, 'approve', { hash: sent.approval.hash })
  const rejected = await tracker.request({ title: 'Weight of QF-20933 is missing' })
  await decide(stage, rejected.approval, 'reject', {
    reason: 'The scale ticket is of another truck.',
  })
  const open = await tracker.request({
    title: 'Customs hold: declared weight differs from packing list',
    body: 'The broker says 1,248 kg, the scale says 1,266 kg. Please correct it and release the hold right away.',
    comment: COMMENT,
  })
  const read = ({ id }: Approval) => stage.api<Approval>('GET', `/approvals/${id}`)
  const isConfirmed = async () => (await read(sent.approval)).receipts.length > 0
  await until('the tracker has confirmed it', isConfirmed, 60_000)
  return {
    open: open.approval,
    rejected: await read(rejected.approval),
    sent: await read(sent.approval),
    task: open.run.task,
  }
}

const decide = ({ api }: Stage, { id }: Approval, act: 'approve' | 'reject', body: object) =>
  api('POST', `/approvals/${id}/${act}`, body)
