// The examples of RFC 8785 (sections 3.2.2 to 3.2.4 and appendix B), and what it forbids.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import { canonicalHash, canonicalJson } from './canonical-json.ts'

describe('canonical JSON', () => {
  test('prints the example of section 3.2.2 as section 3.2.3 does', () => {
    const sample = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    assert.equal(
      canonicalJson(sample),
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  test('has the UTF-8 bytes of section 3.2.4', () => {
    const bytes = Buffer.from(canonicalJson({ string: '\u20ac$\u000f\n' }))
    assert.equal(bytes.toString('hex'), '7b22737472696e67223a22e282ac245c75303030665c6e227d')
  })

  test('sorts names by UTF-16 code units, as in section 3.2.3', () => {
    const names = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    const printed = JSON.parse(
      canonicalJson(Object.entries(names).map(([name]) => ({ [name]: 0 }))),
    )
    assert.equal(printed.length, 7)
    const values = [...canonicalJson(names).matchAll(/:"([^"]+)"/g)].map(([, value]) => value)
    assert.deepEqual(values, [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
  })

  // IEEE 754 bits and the text that appendix B gives for them.
  const numbers: readonly [string, string][] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ]
  for (const [bits, text] of numbers) {
    test(`prints the number ${bits} as ${text}`, () => {
      assert.equal(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE()), text)
    })
  }

  test('rejects what JSON cannot represent', () => {
    const bad = [Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udead': 1 }, undefined]
    for (const value of [...bad, { a: undefined }, [() => 0]]) {
      assert.throws(() => canonicalJson(value), TypeError)
    }
  })

  test('is hashed as UTF-8, whatever the order of the names', () => {
    const hash = createHash('sha256').update('{"a":[1,"ü"],"b":null}').digest('hex')
    assert.equal(canonicalHash({ b: null, a: [1, 'ü'] }), hash)
  })
})
