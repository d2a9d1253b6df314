// docs/pictures/architecture.svg from its text source, so that the picture changes with a readable diff.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../docs/pictures/architecture.dot')

/** Graphviz is WebAssembly that is compiled when it is loaded, so only drawing loads it. */
export async function architecturePicture(): Promise<string> {
  const { instance } = await import('@viz-js/viz')
  const graphviz = await instance()
  return graphviz.renderString(readFileSync(source, 'utf8'), { format: 'svg' })
}
