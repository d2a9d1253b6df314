// Rules for commit titles: Conventional Commits in the imperative, so that a log reads as a list of changes.
import { findRetiredWords } from './find-retired-words.ts'

const MAX_LENGTH = 72
const types = 'build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test'
const shape = new RegExp(`^(${types})(\\([a-z0-9-]+\\))?!?: (\\S+)( .*)?$`)
/** Verbs that end like a participle or a third person and are none. */
const imperatives =
  /^(need|feed|speed|embed|seed|exceed|proceed|bring|string|ping|address|pass|process|express|bypass|access|discuss|compress|suppress|canvass)$/i

/** What is wrong with a title, as one sentence; undefined if nothing is. */
export function findTitleFault(title: string): string | undefined {
  if (title.startsWith('Merge ') || title.startsWith('Revert "')) return undefined
  const match = shape.exec(title)
  if (!match) return `write type(scope): subject, with a type of ${types.replaceAll('|', ', ')}`
  if (title.length > MAX_LENGTH) return `${title.length} characters, maximum ${MAX_LENGTH}`
  const [, , , verb = ''] = match
  if (/^[A-Z]/.test(verb) && !/^[A-Z0-9_-]+$/.test(verb)) return 'begin the subject in lower case'
  if (title.endsWith('.')) return 'no period at the end'
  if (!imperatives.test(verb) && /(ed|ing|[^s]s)$/.test(verb)) {
    return `use the imperative: “${verb}” describes, it does not command`
  }
  const [retired] = findRetiredWords('commit', title, [])
  return retired?.message
}
