// The commands of the guide for one way of installing the connector, with the words of this machine in the place of the
// examples.
import { join } from 'node:path'
import { root } from '../../tests/harness/containers/engine.ts'
import { shellCommands } from '../../tests/harness/documents/shell-commands.ts'
import type { Engine } from '../../tests/harness/edge-world/site.ts'

const GUIDE = join(root, 'docs/guide/edge-connector.md')

export type Words = {
  engine: Engine
  serviceUrl: string
  loginUrl: string
  token: string
  /** What a reader with needs of their own types before doctor. */
  beforeDoctor?: string
}

export type GuideScript = {
  /** Up to the SQL of the role, which an administrator runs before the next step. */
  untilRole: string
  /** With the variables of the first part, for it is another shell. */
  afterRole: string[]
  commandCount: number
}

const examples = {
  serviceUrl: 'https://acme.tasks.example.com',
  loginUrl: 'postgres://task_edge:CHANGE-ME@db.internal:5432/warehouse',
  token: 'cnt_…',
} as const

export function guideScript(heading: string, words: Words): GuideScript {
  const lines = shellCommands(GUIDE, heading).map((line) => fillIn(line, words))
  const role = lines.findIndex((line) => line.includes(' print-role '))
  if (role < 0) throw new Error(`the guide makes no role under ${heading}`)
  const first = lines.slice(0, role + 1)
  const policyUse = first.findIndex((line) => line.endsWith(' check'))
  // The guide asks its reader to write a policy of their own before it is checked.
  const edit = `sed -i 's/engine: postgres/engine: ${words.engine}/' "$(find . -maxdepth 2 -name policy.yaml)"`
  return {
    untilRole: first.toSpliced(policyUse, 0, edit).join('\n'),
    afterRole: [
      ...first.filter((line) => line.startsWith('export ')),
      ...lines
        .slice(role + 1)
        .flatMap((line) =>
          line.endsWith(' doctor') && words.beforeDoctor ? [words.beforeDoctor, line] : [line],
        ),
    ],
    commandCount: lines.length,
  }
}

function fillIn(line: string, words: Words): string {
  return Object.entries(examples)
    .reduce((text, [name, example]) => {
      return text.replace(example, words[name as keyof typeof examples]) // its own key
    }, line)
    .replace('--db postgres', `--db ${words.engine}`)
}
