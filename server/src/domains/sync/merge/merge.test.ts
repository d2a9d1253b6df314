// The merge of both sides: every combination of who changed what under which rule, and what holds for all of them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  DIRECTIONS,
  MAPPED_FIELDS,
  type Mapping,
  POLICIES,
  PRIORITIES,
  resolveMapping,
  STATUSES,
} from '@task-service/contract'
import type { Json } from '@task-service/kit'
import fc from 'fast-check'
import { drafted, fields } from '../../../../../tests/harness/sync/sample-tracker.ts'
import { type Merged, merge, type Sides } from './merge.ts'
import type { Shadow } from './shadow.ts'
import { type Dictionary, toLocal, type Values } from './translation.ts'

function dictionary(mapping: Mapping = {}): Dictionary {
  const provider = { fields, capabilities: { comments: 'readwrite' as const } }
  return { fields, mapping: resolveMapping(mapping, provider, drafted) }
}

const ruled = (rule: NonNullable<Mapping['fields']>['title']) =>
  dictionary({ fields: { title: rule ?? {} } })

const base: Shadow = { title: { remote: 'A', local: 'A' } }

function titles(remote: string, local: string, facts: Partial<Sides> = {}): Sides {
  return {
    shadow: base,
    remote: { title: remote },
    local: { title: local },
    remoteAt: 2,
    localAt: 1,
    ...facts,
  }
}

describe('one field', () => {
  it('nothing changed: nothing happens', () => {
    const merged = merge(dictionary(), titles('A', 'A'))
    assert.deepEqual([merged.take, merged.send, merged.conflicts], [{}, {}, []])
  })

  it('one side changed: the other follows, where the direction lets it', () => {
    for (const direction of DIRECTIONS) {
      const words = ruled({ direction })
      const came = merge(words, titles('B', 'A'))
      const went = merge(words, titles('A', 'B'))
      const goesIn = direction === 'both' || direction === 'in'
      const goesOut = direction === 'both' || direction === 'out'
      assert.deepEqual(came.take, goesIn ? { title: 'B' } : {}, direction)
      assert.deepEqual(came.send, {}, direction)
      assert.deepEqual(went.send, goesOut ? { title: 'B' } : {}, direction)
      assert.deepEqual(went.take, {}, direction)
      assert.deepEqual([...came.conflicts, ...went.conflicts], [])
    }
  })

  it('both changed to the same: they agree', () => {
    const merged = merge(dictionary(), titles('B', 'B'))
    assert.deepEqual([merged.take, merged.send, merged.conflicts], [{}, {}, []])
    assert.deepEqual(merged.shadow['title'], { remote: 'B', local: 'B' })
  })

  const winners = { remote_wins: 'remote', service_wins: 'service', latest: 'remote' } as const
  for (const policy of POLICIES) {
    it(`both changed to something else: ${policy}, and the loser is kept`, () => {
      const merged = merge(ruled({ policy }), titles('R', 'L'))
      const winner = policy === 'manual' ? undefined : winners[policy]
      const kept = { field: 'title', base: 'A', service: 'L', remote: 'R', policy }
      assert.deepEqual(merged.conflicts, [{ ...kept, ...(winner && { winner }) }])
      assert.deepEqual(merged.take, winner === 'remote' ? { title: 'R' } : {})
      assert.deepEqual(merged.send, winner === 'service' ? { title: 'L' } : {})
    })
  }

  it('latest: the later one wins, by one clock', () => {
    const later = merge(ruled({ policy: 'latest' }), titles('R', 'L', { remoteAt: 1, localAt: 2 }))
    assert.deepEqual(later.send, { title: 'L' })
  })

  it('a conflict that lost does not come up again while the winner is on its way', () => {
    const words = ruled({ policy: 'service_wins' })
    const first = merge(words, titles('R', 'L'))
    const again = merge(words, titles('R', 'L', { shadow: first.shadow }))
    assert.deepEqual(again.conflicts, [])
    assert.deepEqual(again.send, { title: 'L' })
  })

  it('a decision of a user applies once, without another conflict', () => {
    const words = ruled({ policy: 'manual' })
    for (const prefer of ['service', 'remote'] as const) {
      const shadow: Shadow = { title: { remote: 'A', local: 'A', prefer } }
      const merged = merge(words, titles('R', 'L', { shadow }))
      assert.deepEqual(merged.conflicts, [])
      assert.deepEqual(merged.take, prefer === 'remote' ? { title: 'R' } : {})
      assert.deepEqual(merged.send, prefer === 'service' ? { title: 'L' } : {})
      assert.equal(merged.shadow['title']?.prefer, undefined)
    }
  })

  it('one way only is no conflict of wills, but what gets lost is kept', () => {
    const inward = merge(ruled({ direction: 'in' }), titles('R', 'L'))
    assert.deepEqual([inward.take, inward.send], [{ title: 'R' }, {}])
    assert.equal(inward.conflicts[0]?.winner, 'remote')
    const outward = merge(ruled({ direction: 'out' }), titles('R', 'L'))
    assert.deepEqual([outward.take, outward.send], [{}, { title: 'L' }])
  })
})

const status = (remote: string, local: string, shadow: Shadow = {}): Sides => ({
  shadow,
  remote: { status: remote },
  local: { status: local },
  remoteAt: 1,
  localAt: 2,
})

describe('words that correspond', () => {
  it('many of ours for one of theirs: nothing goes back and forth', () => {
    const shadow: Shadow = { status: { remote: '2', local: 'in_progress' } }
    const merged = merge(dictionary(), status('2', 'in_review', shadow))
    assert.deepEqual([merged.take, merged.send], [{}, {}])
    const again = merge(dictionary(), status('2', 'in_review', merged.shadow))
    assert.deepEqual([again.take, again.send], [{}, {}])
  })

  it('many of theirs for one of ours: the item keeps its own', () => {
    const shadow: Shadow = { status: { remote: '5', local: 'completed' } }
    const merged = merge(dictionary(), status('6', 'completed', shadow))
    assert.deepEqual([merged.take, merged.send], [{}, {}])
    assert.equal(merged.shadow['status']?.remote, '6')
  })

  it('what has no word is said once and left alone', () => {
    const shadow: Shadow = { status: { remote: '1', local: 'ready' } }
    const merged = merge(dictionary(), status('99', 'ready', shadow))
    assert.deepEqual([merged.take, merged.send], [{}, {}])
    assert.equal(merged.skipped.length, 1)
    assert.deepEqual(merge(dictionary(), status('99', 'ready', merged.shadow)).skipped, [])
  })
})

const labels = (remote: string[], local: string[], agreed: string[]) =>
  merge(dictionary(), {
    shadow: { labels: { remote: agreed, local: [...agreed, 'from-redmine'] } },
    remote: { labels: remote },
    local: { labels: local },
    remoteAt: 1,
    localAt: 1,
  })

describe('labels', () => {
  it('what either side put on or took off happens on the other', () => {
    const merged = labels(['a', 'new'], ['b', 'from-redmine', 'mine'], ['a', 'b'])
    assert.deepEqual(merged.take, { labels: ['from-redmine', 'mine', 'new'] })
    assert.deepEqual(merged.send, { labels: ['new', 'mine'] })
    assert.deepEqual(merged.conflicts, [])
  })

  it('those that only mark where a task came from stay here', () => {
    assert.deepEqual(labels(['a'], ['a', 'from-redmine'], ['a']).send, {})
  })
})

const remoteWords: Record<string, fc.Arbitrary<Json>> = {
  title: fc.constantFrom('A', 'B', 'C'),
  description: fc.constantFrom('', 'x', 'x\r\ny', 'z'),
  status: fc.constantFrom('1', '2', '5', '6', '7', '99'),
  priority: fc.constantFrom('p0', 'p1', 'p2', 'p3', 'p4', null),
  assignee: fc.constantFrom('8', '9', '77', null),
  labels: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
  due_at: fc.constantFrom(null, '2026-11-20T00:00:00Z'),
}
const localWords: Record<string, fc.Arbitrary<Json>> = {
  ...remoteWords,
  status: fc.constantFrom(...STATUSES),
  priority: fc.constantFrom(...PRIORITIES),
  assignee: fc.constantFrom('mara@example.com', 'Mara Lind', 'Noor Bakker', 'unmapped', null),
  labels: fc.uniqueArray(fc.constantFrom('a', 'b', 'd')),
}
const mappings: fc.Arbitrary<Mapping> = fc
  .record(
    Object.fromEntries(
      MAPPED_FIELDS.map((field) => [
        field,
        fc.record({
          direction: fc.constantFrom(...DIRECTIONS),
          policy: fc.constantFrom(...POLICIES),
        }),
      ]),
    ),
  )
  .map((rules) => ({ fields: rules }))
const times = fc.record({ remoteAt: fc.nat(5), localAt: fc.nat(5) })

/** Both sides after what was decided has happened, and been confirmed. */
function settled(sides: Sides, merged: Merged): Sides {
  const shadow = { ...merged.shadow }
  for (const [field, remote] of Object.entries(merged.send)) {
    shadow[field] = { remote, local: merged.sendLocal[field] ?? null }
  }
  return {
    ...sides,
    shadow,
    remote: { ...sides.remote, ...merged.send },
    local: { ...sides.local, ...merged.take },
  }
}

function agree(words: Dictionary, remote: Values): Sides {
  const local: Values = {}
  const shadow: Shadow = {}
  for (const [field, value] of Object.entries(remote)) {
    local[field] = toLocal(words, field, value) ?? (field === 'status' ? 'ready' : null)
    shadow[field] = { remote: value, local: local[field] ?? null }
  }
  return { shadow, remote, local, remoteAt: 0, localAt: 0 }
}

describe('for all changes under all rules', () => {
  const edits = fc.record({
    mapping: mappings,
    start: fc.record(remoteWords),
    remote: fc.record(remoteWords, { requiredKeys: [] }),
    local: fc.record(localWords, { requiredKeys: [] }),
    times,
  })
  const after = ({ mapping, start, remote, local, times: at }: Edits) => {
    const words = dictionary(mapping)
    const agreed = agree(words, start)
    const sides = {
      ...agreed,
      ...at,
      remote: { ...agreed.remote, ...(remote as Values) },
      local: { ...agreed.local, ...(local as Values) }, // what is not edited is not named
    }
    return { words, sides, merged: merge(words, sides) }
  }
  type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never

  it('one merge and its confirmation is enough: the second finds nothing to do', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const { words, sides, merged } = after(edit)
        const next = merge(words, settled(sides, merged))
        assert.deepEqual(next.take, {})
        assert.deepEqual(next.send, {})
      }),
      { numRuns: 2_000 },
    )
  })

  it('merging again before confirmation decides the same and reports nothing twice', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const { words, sides, merged } = after(edit)
        const local = { ...sides.local, ...merged.take }
        const again = merge(words, { ...sides, local, shadow: merged.shadow })
        assert.deepEqual(again.take, {})
        assert.deepEqual(again.send, merged.send)
        const open = again.conflicts.filter(({ winner }) => winner)
        assert.deepEqual(open, [], 'what was decided is not decided again')
      }),
      { numRuns: 2_000 },
    )
  })

  it('nothing changed: nothing is written', () => {
    fc.assert(
      fc.property(mappings, fc.record(remoteWords), times, (mapping, start, at) => {
        const words = dictionary(mapping)
        const merged = merge(words, { ...agree(words, start), ...at })
        assert.deepEqual([merged.take, merged.send, merged.conflicts], [{}, {}, []])
      }),
    )
  })

  it('a value that is lost on one side is kept, on the other or with the conflict', () => {
    fc.assert(
      fc.property(edits, (edit) => {
        const { sides, merged } = after(edit)
        for (const [field, taken] of Object.entries(merged.take)) {
          const lost = sides.local[field]
          const wasEdited = Object.hasOwn(edit.local, field) && field !== 'labels'
          if (!wasEdited || JSON.stringify(lost) === JSON.stringify(sides.shadow[field]?.local))
            continue
          const kept = merged.conflicts.find((conflict) => conflict.field === field)
          const isText = ['title', 'description'].includes(field)
          if (isText || kept)
            assert.deepEqual(kept?.service, lost, `${field} became ${JSON.stringify(taken)}`)
        }
      }),
    )
  })
})
