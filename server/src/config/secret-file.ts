// Reads a secret from the file in its NAME_FILE variable, as container platforms mount them.
import { readFileSync } from 'node:fs'
import { parseValue } from './parse.ts'
import type { Variable } from './schema.ts'

type SecretFile = { text: string } | { problem: string; remedy: string }

export function readSecretFile(path: string, variable: Variable): SecretFile {
  let content: string
  try {
    content = readFileSync(path, 'utf8')
  } catch (error) {
    // The message of the error repeats the path, so only its code is used.
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return mayBePrinted(path, variable)
      ? { problem: `points to ${JSON.stringify(path)}, which cannot be read (${code})`, remedy }
      : { problem: `points to a file that cannot be read (${code})`, remedy: `${remedy} ${mixUp}` }
  }
  const text = content.replace(/[\r\n]+$/, '')
  if (text.trim() === '')
    return { problem: 'points to an empty file', remedy: 'Write the secret to the file.' }
  return { text }
}

const remedy = 'Check that the file exists and that the user of this process can read it.'
const mixUp = 'Set it to the path of a file, not to the secret itself.'

// Someone may have put the secret itself where its path belongs.
function mayBePrinted(path: string, variable: Variable): boolean {
  return /^\.{0,2}\//.test(path) && (variable.type === 'api-key' || !isValue(path, variable))
}

function isValue(text: string, variable: Variable): boolean {
  try {
    parseValue(text, variable)
    return true
  } catch {
    return false
  }
}
