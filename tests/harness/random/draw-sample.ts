// Which of many similar cases a change looks at: each time another part of them. The release check looks at all.

/**
 * Of every `every` cases one, from a random one on. `TEST_SAMPLE` repeats what a run printed, or is `all`.
 */
export function drawSample(every: number): { first: number; every: number } {
  const given = process.env['TEST_SAMPLE']
  if (given === 'all') return { first: 0, every: 1 }
  const first = given === undefined ? Math.floor(Math.random() * every) : Number(given) % every
  // Without it no case would be taken, and every test would pass.
  if (!(Number.isInteger(first) && first >= 0)) {
    throw new Error(`TEST_SAMPLE=${given} is neither a number from 0 nor "all"`)
  }
  console.log(`a sample: 1 of ${every} cases, TEST_SAMPLE=${first}`)
  return { first, every }
}

export const takeSample = <T>(
  cases: readonly T[],
  { first, every }: ReturnType<typeof drawSample>,
): T[] => cases.filter((_, index) => index % every === first)
