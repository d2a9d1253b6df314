// `node tools/ci/times-page.ts`: writes docs/development/ci-times.md from the last run of `.ci/run` in this checkout.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../reference/markdown.ts'
import { readTimes } from './times.ts'

const file = join(import.meta.dirname, '../../docs/development/ci-times.md')

const { at, commit, minutes, explanation, steps, files } = readTimes()
const stepRows = Object.entries(steps)
  .toSorted(([, a], [, b]) => b - a)
  .map(([name, time]) => [name, time.toFixed(0)])
const fileRows = files.map(({ file: path, seconds: time, tests }) => [
  `\`${path}\``,
  time.toFixed(1),
  String(tests),
])

writeFileSync(
  file,
  `# CI times

One run of \`.ci/run\` at commit \`${commit}\` on ${at.slice(0, 10)}, on two cores: ${minutes.toFixed(1)} minutes on the reference
machine (${explanation}). The tables show time by the clock. Steps run side by side where they can, so their times add up
to more than the total. \`node tools/ci/times-page.ts\` writes this page from the last run in the checkout.

## Steps

${table(['Step', 'Seconds'], stepRows)}

## Test files

${table(['File', 'Seconds', 'Tests'], fileRows)}
`,
)
console.log(`wrote ${file}`)
