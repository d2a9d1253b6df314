// What GitHub documents that it may answer, brought about at its model: by its own state where it has one for it.
import type { VendorFault } from '@task-service/kit/testing'
import type { Controls } from '../../../../integrations/github/testing/controls.ts'
import { seed } from '../../../../integrations/github/testing/world.ts'
import { type Answer, type Answers, failing } from '../vendor-answer.ts'
import type { EmulatedVendor } from './emulated-vendor.ts'

type Status = { status: number; message: string; headers?: Record<string, string> }
type Control = EmulatedVendor['control']

const WAIT_SECONDS = 6
const noRight = 'Resource not accessible by personal access token'
const lists = { method: 'GET', path: '/issues' }

const refusal = ({ message, ...rest }: Status) => ({
  kind: 'status' as const,
  ...rest,
  body: { message },
})

export function githubAnswers({ control }: EmulatedVendor): Answers {
  return {
    listAsked: () => control<ReturnType<Controls['listRequests']>>('listRequests'),
    reading: [...forPeople(control), ...withPause(control), ...passing(control)],
    writing: writing((fault) => control('addFault', fault)),
    creating: (['lost', 'half'] as const).map((kind) => ({
      name: `an answer that was ${kind === 'lost' ? 'lost' : 'cut off'}`,
      begin: () => control('addFault', { kind, method: 'POST', ends: '/issues', times: 1 }),
      says: { kind: 'transient' },
    })),
  }
}

/** Errors that only users can fix. */
function forPeople(control: Control): Answer[] {
  const { token, self: login } = seed
  const grant = (issues: 'write' | 'none') =>
    control('grant', { token, login, issues, hooks: true, push: true })
  const headers = { 'x-accepted-github-permissions': 'issues=read' }
  return [
    {
      name: '401',
      begin: () => control('revoke', { token }),
      end: () => grant('write'),
      says: { state: 'auth_failed', kind: 'auth', text: /Bad credentials/, fix: /token/ },
      remedy: 'credential',
    },
    {
      name: '403 for want of a right',
      begin: () =>
        control('addFault', { ...lists, ...refusal({ status: 403, message: noRight, headers }) }),
      end: () => control('clearFaults'),
      says: { state: 'forbidden', kind: 'forbidden', text: /not accessible/, fix: /issues=read/ },
      remedy: 'check',
    },
    {
      name: '404 to a token that lost its repository',
      begin: () => grant('none'),
      end: () => grant('write'),
      says: { state: 'not_found', kind: 'not_found', fix: /Check the owner and the repository/ },
      remedy: 'check',
    },
    {
      name: '410 where issues are turned off',
      begin: () =>
        control('addFault', {
          ...lists,
          ...refusal({ status: 410, message: 'Issues has been disabled in this repository.' }),
        }),
      end: () => control('clearFaults'),
      says: { state: 'not_found', kind: 'not_found', text: /disabled/ },
      remedy: 'check',
    },
  ]
}

/** What says how long to wait. */
function withPause(control: Control): Answer[] {
  const waiting = { says: failing('rate_limited'), waitMs: WAIT_SECONDS * 1_000 }
  const headers = { 'retry-after': String(WAIT_SECONDS) }
  const once = (status: number, message: string) =>
    control('addFault', { ...lists, times: 1, ...refusal({ status, message, headers }) })
  return [
    { name: '429', begin: () => once(429, 'Too many requests'), ...waiting },
    {
      name: '403 of the limit of an hour',
      begin: () => control('setLimits', { remaining: 0, resetInSeconds: WAIT_SECONDS + 1 }),
      ...waiting,
      // Reported in whole seconds of the clock.
      waitMs: (WAIT_SECONDS - 1) * 1_000,
      full: true,
    },
    {
      name: '403 of the second limit',
      begin: () => once(403, 'You have exceeded a secondary rate limit.'),
      ...waiting,
      full: true,
    },
  ]
}

/** What is over by the next try. */
function passing(control: Control): Answer[] {
  const once = (fault: VendorFault) => control('addFault', { ...fault, ...lists, times: 1 })
  return [
    {
      name: '422',
      begin: () => once(refusal({ status: 422, message: 'Validation Failed' })),
      says: { ...failing('invalid'), text: /Validation Failed/ },
      full: true,
    },
    {
      name: '502',
      begin: () => once(refusal({ status: 502, message: 'Server Error' })),
      says: { ...failing('transient'), text: /Server Error/ },
      full: true,
    },
    { name: 'half a list', begin: () => once({ kind: 'half' }), says: failing('transient') },
    {
      name: 'no answer',
      begin: () => once({ kind: 'timeout' }),
      says: failing('transient'),
      full: true,
    },
  ]
}

const comments = (id: string) => ({ method: 'POST', path: `/issues/${id}/comments`, times: 1 })

/** Comments: of each it is easy to see how often it was said. */
function writing(addFault: (fault: VendorFault) => Promise<unknown>): Answer[] {
  const refuse = (id: string, status: Status) => addFault({ ...refusal(status), ...comments(id) })
  const headers = { 'x-accepted-github-permissions': 'issues=write' }
  return [
    {
      name: '403 to a write',
      begin: ({ id }) => refuse(id, { status: 403, message: noRight, headers }),
      says: { kind: 'forbidden', fix: /issues=write/ },
    },
    {
      name: '422 to a write',
      begin: ({ id }) => refuse(id, { status: 422, message: 'Validation Failed' }),
      says: { kind: 'invalid', text: /Validation Failed/ },
      remedy: 'retry',
    },
    {
      name: '503 to a write',
      begin: ({ id }) => refuse(id, { status: 503, message: 'Unavailable' }),
      says: { kind: 'transient', text: /Unavailable/ },
    },
    {
      name: 'half an answer to a write',
      begin: ({ id }) => addFault({ kind: 'half', ...comments(id) }),
      says: { kind: 'transient' },
    },
    {
      name: 'a lost answer to a write',
      begin: ({ id }) => addFault({ kind: 'lost', ...comments(id) }),
      says: { kind: 'transient' },
    },
    {
      name: 'no answer to a write',
      begin: ({ id }) => addFault({ kind: 'timeout', ...comments(id) }),
      says: { kind: 'transient' },
      full: true,
    },
  ]
}
