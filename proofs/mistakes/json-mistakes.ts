// Mistakes in the text of a body.
import { create, createRaw, type Mistake, type Sent, withValue } from './mistake.ts'
import type { Reading } from './read-response.ts'

const title = 'Call the supplier'

/** Changes the text at the place that the response names. */
function editAt(sent: Sent, reading: Reading, edit: (text: string, at: number) => string): Sent {
  const text = String(sent.raw)
  return { ...sent, raw: edit(text, reading.position(text)) }
}

const insertAt = (text: string, at: number, added: string) =>
  text.slice(0, at) + added + text.slice(at)

export const jsonMistakes: Mistake[] = [
  {
    name: 'sends an empty body',
    send: () => createRaw(''),
    fix(sent, reading) {
      reading.says(/Send a (JSON object)/)
      return { ...sent, raw: JSON.stringify({ title }) }
    },
  },
  {
    name: 'leaves a comma behind the last field',
    send: () => createRaw(`{\n  "title": "${title}",\n}`),
    fix(sent, reading) {
      reading.says(/expected (a field name)/)
      return editAt(
        sent,
        reading,
        (text, at) => text.slice(0, at).replace(/,\s*$/, '') + text.slice(at),
      )
    },
  },
  {
    name: 'forgets a comma',
    send: () => createRaw(`{\n  "title": "${title}"\n  "priority": "high"\n}`),
    fix(sent, reading) {
      const [sign = ''] = reading.says(/expected "(,)" or "\}"/)
      return editAt(sent, reading, (text, at) => insertAt(text, at, sign))
    },
  },
  {
    name: 'uses single quotes',
    send: () => createRaw(`{'title': '${title}'}`),
    fix(sent, reading) {
      reading.says(/in (double quotes)/)
      return editAt(
        sent,
        reading,
        (text, at) => text.slice(0, at) + text.slice(at).replaceAll("'", '"'),
      )
    },
  },
  {
    name: 'sends half of the body',
    send: () => createRaw(`{"title": "${title}"`),
    fix(sent, reading) {
      const [sign = ''] = reading.says(/"(\})" at line .*, but the body ends there/)
      return editAt(sent, reading, (text, at) => insertAt(text, at, sign))
    },
  },
  {
    name: 'does not end a string',
    send: () => createRaw(`{"title": "${title}}`),
    fix(sent, reading) {
      reading.says(/(unterminated string)/)
      return editAt(sent, reading, (text, at) => `${text.slice(0, at)}"${title}"}`)
    },
  },
  {
    name: 'escapes a character that needs no escape',
    send: () => createRaw(`{"title": "Call O\\'Hara"}`),
    fix(sent, reading) {
      reading.says(/(invalid escape sequence)/)
      return editAt(sent, reading, (text, at) => text.slice(0, at) + text.slice(at + 1))
    },
  },
  {
    name: 'sends undefined',
    send: () => createRaw(`{"title": "${title}", "assignee": undefined}`),
    fix(sent, reading) {
      reading.says(/expected (a value)/)
      return editAt(sent, reading, (text, at) =>
        insertAt(text.replace('undefined', ''), at, 'null'),
      )
    },
  },
  {
    name: 'sends an integer beyond 2^53',
    send: () => createRaw(`{"title": "${title}", "input": {"order": 9007199254740993}}`),
    fix(sent, reading) {
      reading.says(/Send it as (a string)/)
      return editAt(
        sent,
        reading,
        (text, at) => text.slice(0, at) + text.slice(at).replace(/^-?\d+/, '"$&"'),
      )
    },
  },
  {
    name: 'sends Latin-1',
    send: () => createRaw(Buffer.from('{"title": "Größe"}', 'latin1')),
    fix(sent, reading) {
      reading.says(/not valid (UTF-8)/)
      return { ...sent, raw: Buffer.from('{"title": "Größe"}', 'utf8') }
    },
  },
  {
    name: 'cuts an emoji in half',
    send: () => createRaw('{"title": "Done \\ud83d"}'),
    fix(sent, reading) {
      const [from = ''] = reading.says(/unpaired surrogate \(\\(u\w{4}) to/)
      const first = Number.parseInt(from.slice(1), 16)
      const text = String(sent.raw).replaceAll(/\\u(\w{4})/g, (escape, hex: string) =>
        Number.parseInt(hex, 16) >= first ? '' : escape,
      )
      return { ...sent, raw: text }
    },
  },
  {
    name: 'nests too deeply',
    send: () => createRaw(`{"title": "x", "input": ${'['.repeat(40)}${']'.repeat(40)}}`),
    fix(sent, reading) {
      const levels = reading.maximum() - 1
      return { ...sent, raw: `{"title": "x", "input": ${'['.repeat(levels)}${']'.repeat(levels)}}` }
    },
  },
  {
    name: 'uses a name that changes prototypes',
    send: () => createRaw('{"title": "x", "fields": {"__proto__": 1}}'),
    fix(sent, reading) {
      const [name = ''] = reading.says(/field named (\w+), which is not allowed/)
      return { ...sent, raw: String(sent.raw).replace(name, 'proto') }
    },
  },
  {
    name: 'sends too large a body',
    send: () => create({ title, input: 'x'.repeat(1_200_000) }),
    fix: (sent, reading) =>
      withValue(sent, '/input', (text) => String(text).slice(0, reading.maximum() - 1_000)),
  },
  {
    name: 'sends a list of tasks to create one',
    send: () => create([{ title }]),
    fix(sent, reading) {
      reading.says(/Request body: must be (a JSON object), got an array/)
      return { ...sent, body: (sent.body as unknown[])[0] }
    },
  },
]
