// Which passwords are rejected: short and commonly guessed ones. No rules about kinds of characters, which make people add
// a digit and an exclamation mark.
import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@task-service/contract'
import { worstPasswords } from './worst-passwords.ts'

export type PasswordOwner = { username: string; tenant: string }

const FEWEST_CHARACTERS = 5
/** What has to be left of a password besides the words that belong to its owner. */
const LEAST_REST = 6
const MOST_STEPS = 0.7

/** What is wrong with it, in a sentence; undefined when nothing is. */
export function findPasswordFault(password: string, owner: PasswordOwner): string | undefined {
  // Code points, as the contract counts them.
  const { length } = Array.from(password)
  if (length < PASSWORD_LENGTH_MIN) {
    return `Password is too short: ${length} characters, minimum ${PASSWORD_LENGTH_MIN}.`
  }
  if (length > PASSWORD_LENGTH_MAX) {
    return `Password is too long: ${length} characters, maximum ${PASSWORD_LENGTH_MAX}.`
  }
  const text = password.toLowerCase()
  if (new Set(text).size < FEWEST_CHARACTERS) return 'Password uses too few different characters.'
  if (isRepetition(text)) return 'Password is a repetition.'
  if (isSequence(text)) return 'Password is a keyboard or alphabet sequence.'
  if (isOfOwner(text, owner)) return 'Password is too similar to the username or tenant name.'
  if (isWorst(text)) return 'This is a commonly used password.'
  return undefined
}

function isRepetition(text: string): boolean {
  for (let unit = 1; unit <= text.length / 2; unit++) {
    const repeated = text.slice(0, unit).repeat(Math.ceil(text.length / unit))
    if (repeated.startsWith(text)) return true
  }
  return false
}

const rows = [
  '1234567890',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'yxcvbnm',
]
const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const steps = new Set(
  [...rows, alphabet].flatMap((row) =>
    Array.from(row.slice(1)).flatMap((letter, index) => {
      const before = row.charAt(index)
      return [before + letter, letter + before, letter + letter]
    }),
  ),
)
// Columns of the keyboard: 1qaz2wsx and its like.
for (const column of ['1qaz', '2wsx', '3edc', '4rfv', '5tgb', '6yhn', '7ujm', '1qay', '2wsy']) {
  for (let i = 1; i < column.length; i++) steps.add(column.slice(i - 1, i + 1))
}

function isSequence(text: string): boolean {
  let taken = 0
  for (let i = 1; i < text.length; i++) if (steps.has(text.slice(i - 1, i + 1))) taken++
  return taken / (text.length - 1) > MOST_STEPS
}

function isOfOwner(text: string, { username, tenant }: PasswordOwner): boolean {
  const words = [username, ...username.split(/[^a-z0-9]+/), tenant].map((word) =>
    word.toLowerCase(),
  )
  const rest = words
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), text)
  const isShorter = rest.length < text.length
  return isShorter && rest.replaceAll(/[^\p{Letter}]/gu, '').length < LEAST_REST
}

const readAs: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

const read = (part: string) => part.replaceAll(/[013457@$!]/g, (sign) => readAs[sign] ?? '')

/** With the digits and signs around it gone, and with those inside read as the letters they stand for. */
function isWorst(text: string): boolean {
  const core = text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const forms = [text, core, read(text), read(core)]
  return forms.some((form) => worstPasswords.has(form.replaceAll(/[^a-z]/g, '')))
}
