// Verifies approvals: what was approved is written exactly once, and nothing else: not before the approval, and not after any
// change of what it was given for.
import { atLeast, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { SCENARIOS } from './decisions.ts'
import { editApprovals } from './edited-approvals.ts'
import { EDITS } from './edits.ts'
import { watchVendor } from './vendor-traffic.ts'

const EDIT_COUNT = { small: 300, full: 10_000 }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'starts a Redmine and waits for leases to end; the tests of `sync/effects` and `work/approving` cover each step',
  budgetSeconds: 240,
  covers: [
    'server/src/domains/approvals',
    'server/src/domains/sync/effects',
    'server/src/domains/sync/write-back',
    'server/src/domains/work/approving',
    'server/src/domains/work/runs',
    'integrations/redmine',
  ],
  claim: `${EDIT_COUNT.full} random edits between an approval and its execution: nothing is written, and a person decides again; approvals after the holder died, after its lease ended, twice and by several people at once: written exactly once; no write request and no text of the agent in any packet to Redmine before the approval`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const parts = [await proveEdits(options), await proveTraffic(options)]
    return {
      figures: parts.map(({ figures }) => figures).join('; '),
      criteria: parts.flatMap(({ criteria }) => criteria),
    }
  },
}

/** Reads are not effects: the sync polls, and reads an item before it decides about it. */
async function proveTraffic(options: ProofOptions): Promise<Verdict> {
  const seen = await watchVendor(options)
  for (const one of [...seen.early, ...seen.faults].slice(0, 20)) options.log(`  ${one}`)
  const { packets, reads, scenarios, early, earlyTexts, approved, faults } = seen
  const unapproved = [
    none('write requests to Redmine before the approval, or repeated', early.length),
    none('requests with text of the agent before the approval', earlyTexts),
  ]
  const figures = `${packets} packets to Redmine with ${reads} read requests: ${early.length} write requests and ${earlyTexts} texts of the agent before the approval, ${approved} write requests after it; ${scenarios} scenarios, ${faults.length} faults`
  if (options.control) return { figures, criteria: unapproved }
  return {
    figures,
    criteria: [
      ...unapproved,
      none('faults in scenarios', faults.length),
      equals('approved write requests', approved, EXPECTED_WRITES),
      atLeast('read requests', reads, scenarios),
    ],
  }
}

/** A change of the status for each issue, and the comments. */
const EXPECTED_WRITES = SCENARIOS.reduce((sum, { comments }) => sum + 1 + comments, 0)

async function proveEdits(options: ProofOptions): Promise<Verdict> {
  const count = options.full ? EDIT_COUNT.full : EDIT_COUNT.small
  const found = await editApprovals(count, options)
  for (const one of [...found.leaks, ...found.lost, ...found.wrong].slice(0, 10)) {
    options.log(`  ${one.slice(0, 400)}`)
  }
  const { edits, editsBefore, kinds, leaks, lost, unedited, approvedAgain, wrong } = found
  const early = none('writes before the approval', found.writesBefore)
  if (options.control)
    return { figures: `${found.writesBefore} writes before the approval`, criteria: [early] }
  return {
    figures: `${edits} edits of ${kinds.size} kinds after the approval and ${editsBefore} before the decision: ${leaks.length} writes, ${lost.length} not returned; ${unedited} unedited and ${approvedAgain} approved again: ${wrong.length} not written exactly once`,
    criteria: [
      early,
      atLeast('edits', edits, count),
      equals('kinds of edits', kinds.size, EDITS.length),
      none('writes after an edit', leaks.length),
      none('approvals not returned to a person', lost.length),
      none('unedited approvals not written exactly once', wrong.length),
      atLeast('unedited approvals', unedited, count / 50),
      atLeast('approvals that were returned and approved again', approvedAgain, count / 50),
    ],
  }
}
