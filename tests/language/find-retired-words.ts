// Finds retired words in files, file names and commit titles.
import {
  type AllowedWord,
  allowedWords,
  type PublishedNames,
  publishedNames,
} from './allowed-words.ts'
import { type RetiredWord, retiredWords } from './retired-words.ts'

export type Finding = { readonly path: string; readonly line: number; readonly message: string }

type Rule = RetiredWord & { readonly pattern: RegExp }

const rules: readonly Rule[] = retiredWords.map((word) => ({
  ...word,
  pattern: new RegExp(`(?<![\\w/])(${word.words})(?!\\w)`, 'gi'),
}))

/** Most lines have none of them: one search instead of forty. */
const anyRetired = new RegExp(rules.map(({ pattern }) => pattern.source).join('|'), 'i')

/** What people read; everything else is code. */
const texts =
  /^([A-Z_]+\.md|docs\/(guide|reference|development)\/.*\.md|dashboard\/src\/words\/en\/|contract\/src\/(?!.*\.test\.)|\.github\/|deploy\/.*\.md|integrations\/.*\.md|examples\/.*\.md)/

export const isText = (path: string): boolean => texts.test(path)

/** Values and names of the API may stay as they are where a page quotes them as code, and so may names of files in links. */
const withoutCode = (path: string, content: string): string =>
  path.endsWith('.md')
    ? content
        .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
        .replaceAll(/`[^`\n]*`|\]\([^)\s]*\)/g, '')
    : content

/** `isUnderWay`, `under-way` and `under_way` are two words too. */
const splitNames = (line: string): string =>
  line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/(?<=[a-z])-(?=[a-z])/gi, ' ')
    .replaceAll(/(?<=[a-z0-9])_(?=[a-z0-9])/gi, ' ')

export function findRetiredWords(
  path: string,
  content: string,
  allowed: readonly AllowedWord[] = allowedWords,
  published: readonly PublishedNames[] = publishedNames,
): Finding[] {
  const names = published.flatMap((entry) => entry.names).join('|')
  const publishedName = new RegExp(`\\b(${names || '(?!)'})\\b`, 'g')
  const applicable = rules.filter(
    ({ scope, unless }) =>
      (scope !== 'text' || isText(path)) && !unless?.test(`${splitNames(path)} ${content}`),
  )
  const excepted = allowed.filter((one) =>
    one.path.endsWith('/') ? path.startsWith(one.path) : path === one.path,
  )
  const isAllowed = (word: string) =>
    excepted.some(({ words }) => words.some((one) => new RegExp(`^(${one})$`, 'i').test(word)))
  // Line 0 is the path; after a slash in a line, a word is part of a URL.
  return [path.replaceAll('/', ' '), ...withoutCode(path, content).split('\n')].flatMap(
    (line, number) => {
      const plain = splitNames(line.replaceAll(publishedName, ''))
      if (plain.search(anyRetired) < 0) return []
      return applicable.flatMap(({ pattern, write }) =>
        [...plain.matchAll(pattern)]
          .map(([word]) => word)
          .filter((word) => !isAllowed(word))
          .map((word) => ({
            path,
            line: number,
            message: `“${word}” is retired; write: ${write}`,
          })),
      )
    },
  )
}

export const describeFinding = ({ path, line, message }: Finding): string =>
  line === 0 ? `${path} (its name): ${message}` : `${path}:${line}: ${message}`
