import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findPasswordFault } from './password-rule.ts'

const owner = { username: 'ada.lovelace', tenant: 'analytical-engines' }
const fault = (password: string) => findPasswordFault(password, owner)

const refused: Record<string, string[]> = {
  'is short': ['elevenchars', '12345678901', ''],
  'is too long': ['ab3 '.repeat(65)],
  'has hardly any characters': ['aaaaaaaaaaaa', 'ababababbbaa', 'xxxxxxxxxxx1'],
  'repeats itself': ['carrot7carrot7', 'abc123abc123abc123', 'tulip-tulip-tu'],
  'follows the keyboard': [
    'qwertyuiop123',
    '123456789012',
    'abcdefghijklmnop',
    'asdfghjklöä1',
    '1qaz2wsx3edc4rfv',
    'zyxwvutsrqponm',
  ],
  'is made of its owner': [
    'ada.lovelace',
    'ada.lovelace1815',
    'lovelace-ada-1',
    'analytical-engines!',
  ],
  'is tried first': [
    'Password1234!',
    'P@ssw0rd2026',
    'passwordpassword1',
    'changemenow!!',
    'Welcome2026!!!',
    '1234administrator',
    'iloveyou12345',
    'correcthorsebatterystaple',
    'correct horse battery staple',
  ],
}

for (const [why, passwords] of Object.entries(refused)) {
  describe(`a password that ${why}`, () => {
    for (const password of passwords) {
      test(`is refused: ${password.slice(0, 30)}`, () =>
        assert.notEqual(fault(password), undefined))
    }
  })
}

describe('a password that is hard to guess', () => {
  for (const password of [
    'four unrelated ponds',
    'violet harvest timber 9',
    'k3vQz8-pL2wX9',
    'ein Satz mit Umläuten über Füchse',
    'пароль-который-не-найти',
    '🦊🦊🌧️🎻🪨🚲🧭🥐🪁🧵🪴🛶',
    'the engine of ada weaves patterns',
    'x'.repeat(3) + 'long enough to be kept '.repeat(2) + 'and different',
  ]) {
    test(`is accepted: ${password.slice(0, 30)}`, () => assert.equal(fault(password), undefined))
  }
})
