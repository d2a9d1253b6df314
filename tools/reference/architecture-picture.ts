// docs/pictures/architecture.svg from its text source, so that the picture changes with a readable diff.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { instance } from '@viz-js/viz'

const source = join(import.meta.dirname, '../../docs/pictures/architecture.dot')
const graphviz = await instance()

export function architecturePicture(): string {
  return graphviz.renderString(readFileSync(source, 'utf8'), { format: 'svg' })
}
