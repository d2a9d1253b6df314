// The parent of a request, which may also be named by its number, such as T-142. A task stores its ID.
import type { WorkContext } from '#db/context.ts'
import { encodeId } from '#lib/ids.ts'
import { Problem } from '#lib/problem.ts'
import { parentInvalid } from '../errors.ts'
import { findKeysByNumber } from '../store.ts'

type Child = { parent_id?: string | null | undefined }

export function namesParentByNumber({ parent_id: parent }: Child): boolean {
  return typeof parent === 'string' && parent[1] === '-'
}

/** In their order; a problem in the place of those whose parent does not exist. */
export async function resolveParents<Input extends Child>(
  ctx: Pick<WorkContext, 'tx'>,
  inputs: readonly Input[],
): Promise<readonly (Input | Problem)[]> {
  const numbered = inputs.filter(namesParentByNumber)
  if (numbered.length === 0) return inputs
  const found = await findKeysByNumber(ctx.tx, [...new Set(numbered.map(numberOf))])
  const ids = new Map(found.map(({ number, id }) => [number, encodeId('task', id)]))
  return inputs.map((input) => {
    if (!namesParentByNumber(input)) return input
    const parent = ids.get(numberOf(input))
    return parent === undefined ? parentInvalid() : { ...input, parent_id: parent }
  })
}

export async function resolveParent<Input extends Child>(
  ctx: Pick<WorkContext, 'tx'>,
  input: Input,
): Promise<Input> {
  const [resolved = input] = await resolveParents(ctx, [input])
  if (resolved instanceof Problem) throw resolved
  return resolved
}

/** The schema has checked the form. */
function numberOf({ parent_id: parent }: Child): number {
  return Number(parent?.slice(2))
}
