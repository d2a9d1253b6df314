// README.md of a chart: its values with their defaults, from values.yaml, whose comments describe them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMap, isScalar, type Node, type Pair, parseDocument } from 'yaml'
import { GENERATED, page, table } from '../reference/markdown.ts'

const root = join(import.meta.dirname, '../..')

export type Value = { name: string; default: string; description: string }

export type ChartReadme = { chart: string; title: string; install: string }

export function chartReadme({ chart, title, install }: ChartReadme): string {
  const values = readValues(readFileSync(join(root, `deploy/helm/${chart}/values.yaml`), 'utf8'))
  return page(
    GENERATED,
    `# ${title}`,
    install,
    'The guide is [docs/guide/kubernetes.md](../../../docs/guide/kubernetes.md).',
    '## Values',
    'Any other value is rejected.',
    table(
      ['value', 'default', 'description'],
      values.map((value) => [quote(value.name), quote(value.default), value.description]),
    ),
  )
}

const quote = (text: string): string => (text === '' ? '' : `\`${text}\``)

/** Every leaf. An object that is empty or on one line is a leaf, too. */
export function readValues(text: string): Value[] {
  const { contents } = parseDocument(text)
  if (!isMap(contents)) throw new Error('values.yaml is not an object')
  return contents.items.flatMap((pair, index) =>
    describe(pair as Pair<Node, Node>, '', index === 0 ? contents.commentBefore : undefined),
  )
}

/** The comment before an object describes its first value that has none of its own. */
function describe({ key, value }: Pair<Node, Node>, path: string, above?: string | null): Value[] {
  const name = `${path}${isScalar(key) ? String(key.value) : ''}`
  const own = key.commentBefore ?? above
  if (isMap(value) && value.items.length > 0 && value.flow !== true) {
    const inner = value.items.flatMap((pair, index) =>
      describe(pair as Pair<Node, Node>, `${name}.`, index === 0 ? value.commentBefore : undefined),
    )
    const text = clean(own)
    return text === '' ? inner : [{ name, default: '', description: text }, ...inner]
  }
  return [{ name, default: JSON.stringify(value), description: clean(own) }]
}

/** The first paragraph of the file is about the file. */
function clean(comment: string | null | undefined): string {
  const paragraphs = (comment ?? '').split('\n\n')
  return (paragraphs.at(-1) ?? '').replaceAll('\n', '').trim()
}
