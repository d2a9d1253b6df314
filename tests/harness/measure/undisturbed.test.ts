import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type CpuTimes, measureUndisturbed, parseCpuTimes } from './undisturbed.ts'

/** Each attempt takes 100 ticks, of which the given number is stolen. */
function measureWith(stolen: readonly number[], mustRepeat?: (attempt: number) => boolean) {
  const lines: string[] = []
  let attempts = 0
  const readTimes = (): CpuTimes => ({
    total: 100 * attempts,
    stolen: stolen.slice(0, attempts).reduce((sum, one) => sum + one, 0),
  })
  const options = { log: (line: string) => lines.push(line), readTimes }
  const result = measureUndisturbed(async () => ++attempts, {
    ...options,
    ...(mustRepeat && { mustRepeat }),
  })
  return result.then((attempt) => ({ attempt, lines }))
}

describe('a measurement', () => {
  it('counts if the host took hardly any CPU time', async () => {
    assert.deepEqual(await measureWith([5]), { attempt: 1, lines: [] })
  })

  it('is repeated until the host leaves the CPU to it', async () => {
    const { attempt, lines } = await measureWith([40, 6, 0])
    assert.equal(attempt, 3)
    assert.deepEqual(lines, [
      'repeated: other machines of the host took 40 % of the CPU time',
      'repeated: other machines of the host took 6 % of the CPU time',
    ])
  })

  it('counts after four attempts, and says that it was disturbed', async () => {
    const { attempt, lines } = await measureWith([40, 40, 40, 30])
    assert.equal(attempt, 4)
    assert.match(lines.at(-1) ?? '', /^disturbed: .* 30 % of the CPU time in attempt 4$/)
  })

  it('is not repeated if its result is good enough anyway', async () => {
    assert.equal((await measureWith([40, 0], () => false)).attempt, 1)
  })
})

it('reads the first line of /proc/stat', () => {
  const stat = 'cpu  100 1 20 300 4 0 5 70 9 9\ncpu0 50 0 10 150 2 0 2 35 0 0\n'
  assert.deepEqual(parseCpuTimes(stat), { total: 500, stolen: 70 })
  assert.deepEqual(parseCpuTimes(''), { total: 0, stolen: 0 })
})
