// The text of a search as terms: words, "quoted phrases", alternatives (or) and exclusions (-).

export type Term = { text: string; isPhrase: boolean }

/** What one alternative requires: every wanted term, and no excluded one. */
export type Alternative = { wanted: Term[]; excluded: Term[] }

/** Each term is a test of every task that is looked at. */
export const MOST_TERMS = 16

const pieces = /(?<excluded>-?)"(?<phrase>[^"]*)"?|(?<word>[^\s"]+)/g
const hasWord = (text: string) => /[\p{L}\p{N}]/u.test(text)
/** Sentence marks around a word belong to the sentence; those of `C++` or `#12` to the word. */
const bare = (word: string) => word.replaceAll(/^[([{'.,;:!?]+|[)\]}'.,;:!?]+$/g, '')

/** None if the text has no word. Terms beyond the most are ignored. */
export function parseSearch(text: string): Alternative[] {
  const alternatives: Alternative[] = [{ wanted: [], excluded: [] }]
  let count = 0
  for (const { groups = {} } of text.matchAll(pieces)) {
    if (groups['word']?.toLowerCase() === 'or') {
      alternatives.push({ wanted: [], excluded: [] })
      continue
    }
    const isExcluded = (groups['word'] ?? groups['excluded'] ?? '').startsWith('-')
    const term = termOf(groups)
    if (!hasWord(term.text) || ++count > MOST_TERMS) continue
    alternatives.at(-1)?.[isExcluded ? 'excluded' : 'wanted'].push(term)
  }
  return alternatives.filter(({ wanted, excluded }) => wanted.length + excluded.length > 0)
}

function termOf({ word, phrase = '' }: Record<string, string | undefined>): Term {
  if (word === undefined) return { text: phrase.replaceAll(/\s+/g, ' ').trim(), isPhrase: true }
  return { text: bare(word.replace(/^-/, '')), isPhrase: false }
}
