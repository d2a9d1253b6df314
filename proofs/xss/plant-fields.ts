// Custom fields whose names, choices and values are payloads. The values are older than the fields: a text in place of a number, or
// an address of a script in place of a link, is what an external system may have stored.
import { CHOICES_MAX } from '@task-service/contract'
import type { Stage } from '../../tests/e2e/harness/stage.ts'

/** Addresses that must not become links. */
const ADDRESSES = [
  `javascript:alert('xss-mark')`,
  `JaVaScRiPt:alert('xss-mark')`,
  `java\nscript:alert('xss-mark')`,
  ` javascript:alert('xss-mark')`,
  `data:text/html,<script>alert('xss-mark')</script>`,
  `vbscript:alert('xss-mark')`,
  `//canary.invalid/xss-mark`,
]
const TYPES = ['text', 'person', 'date', 'number'] as const
/** A tenant has 100 fields, and the stage defines some. */
const NAMED_MAX = 70
const LABEL_MAX = 100

const choiceFieldOf = (index: number) => Math.floor(index / CHOICES_MAX)

/** What a task with these payloads has in `fields`, before the fields are defined. */
export function valuesOf(pack: readonly string[], index: number, packSize: number): object {
  const first = index * packSize
  return {
    xss_url: ADDRESSES[index % ADDRESSES.length],
    [`xss_choice_${choiceFieldOf(first)}`]: `p${first}`,
    ...Object.fromEntries(TYPES.map((type, at) => [`xss_${type}`, pack[at] ?? 'xss-mark'])),
  }
}

const nameOf = (payload: string): string => `x ${payload}`.slice(0, LABEL_MAX)

/** Their number of texts. */
export async function plantFields(
  { api }: Pick<Stage, 'api'>,
  payloads: readonly string[],
): Promise<number> {
  const define = (body: object) => api('POST', '/fields', body)
  await define({ name: 'xss-mark url', key: 'xss_url', type: 'url' })
  for (const type of TYPES) await define({ name: `xss-mark ${type}`, key: `xss_${type}`, type })
  for (let first = 0; first < payloads.length; first += CHOICES_MAX) {
    const labels = payloads.slice(first, first + CHOICES_MAX)
    await define({
      name: `xss-mark choice ${choiceFieldOf(first)}`,
      key: `xss_choice_${choiceFieldOf(first)}`,
      type: 'choice',
      choices: labels.map((label, at) => ({ label: nameOf(label), value: `p${first + at}` })),
    })
  }
  const every = Math.ceil(payloads.length / NAMED_MAX)
  const names = payloads.filter((_, index) => index % every === 0)
  for (const [at, name] of names.entries()) {
    await define({ name: nameOf(name), key: `xss_name_${at}`, type: 'text' })
  }
  return payloads.length + names.length + ADDRESSES.length
}
