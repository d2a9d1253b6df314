// Variables that a file speaks of and the program does not know: a document that names one misleads its reader.
import { isVariableName, variables } from '../../server/src/config/schema.ts'

const NAMES = /\b(?:SERVICE_ACP_[A-Z0-9]+(?:_[A-Z0-9]+)*|DATABASE_URL(?:_[A-Z]+)?)\b/g

export function findUnknownNames(text: string): string[] {
  const named = new Set(text.match(NAMES) ?? [])
  return [...named].filter((name) => !isVariableName(name) && !isSecretFile(name))
}

function isSecretFile(name: string): boolean {
  const secret = name.replace(/_FILE$/, '')
  return name.endsWith('_FILE') && isVariableName(secret) && variables[secret].secret
}
