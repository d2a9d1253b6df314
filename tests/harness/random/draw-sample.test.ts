// Samples together cover all cases, and the release check has no sample.
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { drawSample, takeSample } from './draw-sample.ts'

const cases = [1, 2, 3, 4, 5, 6, 7]

afterEach(() => {
  delete process.env['TEST_SAMPLE']
})

test('samples are apart, and together they are all cases', () => {
  const samples = ['0', '1', '2'].map((first) => {
    process.env['TEST_SAMPLE'] = first
    return takeSample(cases, drawSample(3))
  })
  assert.deepEqual(samples, [
    [1, 4, 7],
    [2, 5],
    [3, 6],
  ])
})

test('all cases are taken for a release', () => {
  process.env['TEST_SAMPLE'] = 'all'
  assert.deepEqual(takeSample(cases, drawSample(3)), cases)
})

test('what is neither a number nor all is no sample', () => {
  for (const wrong of ['al', '-1', '1.5']) {
    process.env['TEST_SAMPLE'] = wrong
    assert.throws(() => drawSample(3), /TEST_SAMPLE/)
  }
})

test('a random sample begins within the first cases', () => {
  for (let count = 0; count < 50; count++) {
    const { first } = drawSample(3)
    assert.ok(first >= 0 && first < 3)
  }
})
