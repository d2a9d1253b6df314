// What the definitions of the tools cost in every conversation, in tokens of a common encoding.
import { createRequire } from 'node:module'
import { join } from 'node:path'

type Tiktoken = { getEncoding: (name: 'o200k_base') => { encode: (text: string) => unknown[] } }

export function countTokens(tools: string, text: string): number {
  const load = createRequire(join(tools, 'package.json'))
  const { getEncoding } = load('js-tiktoken') as Tiktoken // installed outside of the workspace
  return getEncoding('o200k_base').encode(text).length
}
