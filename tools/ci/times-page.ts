// `node tools/ci/times-page.ts`: writes docs/development/ci-times.md from the last run of `.ci/run` in this checkout.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { table } from '../reference/markdown.ts'
import { readTimes } from './times.ts'

const file = join(import.meta.dirname, '../../docs/development/ci-times.md')

const { at, commit, seconds, steps, files } = readTimes()
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

One run of \`.ci/run\` at commit \`${commit}\` on ${at.slice(0, 10)} on two cores: ${(seconds / 60).toFixed(1)} minutes in total. Steps run
side by side where they can, so their times add up to more. \`node tools/ci/times-page.ts\` writes this page from the last
run.

## Steps

${table(['Step', 'Seconds'], stepRows)}

## Test files

${table(['File', 'Seconds', 'Tests'], fileRows)}
`,
)
console.log(`wrote ${file}`)
