// GitHub's model, judged by GitHub's own description of its API, as the proofs of sync need it.
import type { Controls } from '../../../../integrations/github/testing/controls.ts'
import { seed } from '../../../../integrations/github/testing/world.ts'
import type { SyncRig } from '../sync-rig.ts'
import { startEmulatedVendor } from './emulated-vendor.ts'
import { githubAnswers } from './github-answers.ts'
import { githubLists } from './github-lists.ts'

type All = ReturnType<Controls['readAll']>
type Made = ReturnType<Controls['createIssue']>

const isThere = ({ gone, pull }: All['issues'][number]) => gone === undefined && !pull

type RigOptions = {
  /** Of the account's rate limit; GitHub's own by default. */
  remainingRequests?: number
}

export async function startGithubRig({ remainingRequests }: RigOptions = {}): Promise<SyncRig> {
  const vendor = await startEmulatedVendor('github')
  const { control } = vendor
  if (remainingRequests !== undefined) await control('setLimits', { remaining: remainingRequests })
  const all = () => control<All>('readAll')
  const edit = (id: string, patch: object) =>
    control<void>('editIssue', { number: Number(id), ...patch })
  return {
    provider: 'github',
    config: { base_url: vendor.origin, owner: seed.owner, repo: seed.repo },
    secrets: { token: seed.token, webhook_secret: 'never-used' },
    hands: {
      async create({ title, description }) {
        const made = await control<Made>('createIssue', { title, body: description ?? null })
        return { id: String(made.number) }
      },
      edit: ({ id }, { title, description }) =>
        edit(id, {
          ...(title !== undefined && { title }),
          ...(description !== undefined && { body: description }),
        }),
      comment: ({ id }, body) => control('createComment', { number: Number(id), body }),
      close: ({ id }) => edit(id, { state: 'closed' }),
      reopen: ({ id }) => edit(id, { state: 'open' }),
      remove: ({ id }) => control('deleteIssue', { number: Number(id) }),
    },
    async read({ id }) {
      const { issues, comments } = await all()
      const issue = issues.find((one) => isThere(one) && String(one.number) === id)
      if (!issue) return 'gone'
      return {
        title: issue.title,
        description: issue.body ?? '',
        closed: issue.state === 'closed',
        comments: comments.filter(({ number }) => number === issue.number).map(({ body }) => body),
      }
    },
    count: async () => (await all()).issues.filter(isThere).length,
    async fill(count) {
      for (let at = 0; at < count; at++) await control('createIssue', { title: `Issue ${at}` })
    },
    listFaults: async () =>
      (await control<ReturnType<Controls['listViolations']>>('listViolations')).map((violation) =>
        JSON.stringify(violation),
      ),
    answers: githubAnswers(vendor),
    extras: githubLists(vendor),
    kill: vendor.kill,
    restart: vendor.restart,
    stop: vendor.stop,
  }
}
