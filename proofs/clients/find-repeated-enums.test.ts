// What counts as a second declaration of an enum in generated code.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRepeatedEnums } from './find-repeated-enums.ts'

const VALUES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const union = `type ImageType = ${VALUES.map((value) => `'${value}'`).join(' | ')}\n`
const faults = (sources: string) =>
  findRepeatedEnums(sources).filter((fault) => fault.startsWith('ImageType'))

test('an enum is declared once', () => {
  assert.deepEqual(faults(union), [])
  assert.deepEqual(faults(union + union), ['ImageType is declared more than once'])
  assert.deepEqual(faults(''), ['ImageType is not declared'])
})

test('media types of a response are not an enum', () => {
  const content = VALUES.map((value) => `"${value}": string;`).join('\n')
  assert.deepEqual(faults(`${union} content: {\n${content}\n}`), [])
})
