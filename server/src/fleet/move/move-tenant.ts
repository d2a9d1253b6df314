// Moves a tenant to another cell while it works. Each step is recorded in the directory, so that another run continues where this one
// ended.
import type { Difference } from '#db/move/compare-cells.ts'
import { removeFence, setStatus } from '#db/move/fence.ts'
import {
  abandonMove,
  beginMove,
  findMove,
  holdMove,
  type Move,
  recordStep,
} from '#fleet/directory/moves.ts'
import { copy, removeCopy } from './copy-step.ts'
import { fence } from './fence-step.ts'
import { type MovePlan, planMove } from './plan-move.ts'
import { MoveRefused, type MoveStage, type Stage } from './stage.ts'
import { compare, switchCell } from './switch-step.ts'

export type MoveResult = {
  move: Move
  /** Undefined if the switch was made by an earlier run. */
  fencedMs: number | undefined
  /** Undefined if they could not be compared. */
  differences: Difference[] | undefined
}

export type Wanted = { slug: string; to: string; sharesBucket: boolean }

export async function moveTenant(stage: Stage, wanted: Wanted): Promise<MoveResult> {
  await refuseConcurrent(stage, wanted.slug)
  const move = (await findMove(stage.directory, wanted.slug)) ?? (await begin(stage, wanted))
  if (move.to_cell !== wanted.to) {
    throw new MoveRefused(
      `"${move.slug}" is being moved from "${move.from_cell}" to "${move.to_cell}". Finish that move, or undo it.`,
    )
  }
  const { note } = stage
  const ours = { ...stage, move }
  let { step } = move
  if (step === 'copying') {
    note(`Copying ${move.slug} from ${move.from_cell} to ${move.to_cell}.`)
    await copy(ours)
    step = 'following'
  }
  let fenced: { startedAt: number } | undefined
  if (step === 'following') {
    note('Following the changes since the copy.')
    fenced = await fence(ours)
    step = 'switching'
  }
  let fencedMs: number | undefined
  let differences: Difference[] | undefined
  if (step === 'switching') {
    fencedMs = await switchCell(ours, fenced)
    note(`Switched to ${move.to_cell}. Comparing both cells.`)
    differences = await compare(ours, fenced !== undefined)
  }
  return {
    move: (await findMove(stage.directory, wanted.slug)) ?? move,
    fencedMs,
    differences,
  }
}

async function begin(stage: Stage, wanted: Wanted): Promise<Move> {
  const { tenantId, status }: MovePlan = await planMove(stage, wanted)
  const { slug, to } = wanted
  return beginMove(stage.directory, { slug, tenantId, to, status })
}

/** Before the switch: the tenant stays where it is, and the target has nothing of it. */
export async function undoMove(stage: Stage, slug: string): Promise<Move> {
  const ours = await continueMove(stage, slug)
  const { move, from } = ours
  if (move.step !== 'copying' && move.step !== 'following') {
    throw new MoveRefused(
      `"${slug}" is already served by "${move.to_cell}", or about to be. Finish the move with the same command without --undo; afterwards it can be moved back.`,
    )
  }
  await removeFence(from.client, move.tenant_id)
  await setStatus(from.client, move.tenant_id, move.tenant_status)
  await removeCopy(ours)
  await abandonMove(stage.directory, move)
  return move
}

/** After the switch: deletes what the source kept. Returns the number of rows. */
export async function purgeMove(
  stage: Stage,
  { slug, isForced }: { slug: string; isForced: boolean },
): Promise<{ move: Move; rows: number }> {
  const { move, from, source, directory, remove } = await continueMove(stage, slug)
  if (move.step !== 'kept') {
    throw new MoveRefused(`The move of "${slug}" is not finished. Run it again without --purge.`)
  }
  if (move.is_equal !== true && !isForced) {
    throw new MoveRefused(
      move.is_equal === null
        ? 'The cells were not compared, because the move was interrupted. Verify the tenant in its new cell, then add --force.'
        : 'The cells had different rows at the switch. Verify the tenant in its new cell, then add --force.',
    )
  }
  const rows = await remove(source, from.client, move.tenant_id)
  await recordStep(directory, move, 'purged')
  return { move, rows }
}

async function continueMove(stage: Stage, slug: string): Promise<MoveStage> {
  await refuseConcurrent(stage, slug)
  const move = await findMove(stage.directory, slug)
  if (!move) throw new MoveRefused(`There is no move of "${slug}" that has not ended.`)
  return { ...stage, move }
}

async function refuseConcurrent({ directory }: Stage, slug: string): Promise<void> {
  if (await holdMove(directory, slug)) return
  throw new MoveRefused(`Another command is working on the move of "${slug}".`)
}
