// The rules of Prometheus: each alert fires on its cause and on nothing else, evaluated by promtool.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { disableAlerts, ruleGroups, unscaled } from '../../tools/monitoring/rules.ts'
import { checkRules, testRules } from '../harness/monitoring/promtool.ts'
import { listUncaused, ruleCases, toRuleTest } from './rule-cases.ts'

const tests = ruleCases.map(toRuleTest)
const lowFeedLag = (alert: string, value: number) => (alert === 'TaskServiceFeedLag' ? 0.1 : value)

test('the rules are valid', () => {
  const { isPassed, output } = checkRules(ruleGroups())
  assert.ok(isPassed, output)
})

test('every alert fires on its cause, and no other does; without a cause none does', () => {
  assert.deepEqual(listUncaused(), [])
  const { isPassed, output } = testRules(ruleGroups(), tests)
  assert.ok(isPassed, output)
})

test('control: alerts that never fire, and one with a wrong threshold, are found', () => {
  assert.ok(!testRules(disableAlerts(ruleGroups()), tests.slice(-1)).isPassed)
  const found = testRules(ruleGroups({ ...unscaled, threshold: lowFeedLag }), tests.slice(0, 1))
  assert.ok(!found.isPassed)
  assert.match(found.output, /TaskServiceFeedLag/)
})
