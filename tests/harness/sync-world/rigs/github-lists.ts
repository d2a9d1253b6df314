// How GitHub's lists are read: page by page, with marks that say they are still the same, and with times of whole seconds.
import type { Link, Task } from '@task-service/contract'
import type { Controls } from '../../../../integrations/github/testing/controls.ts'
import { until } from '../../clients/api-client.ts'
import type { Extra } from '../sync-rig.ts'
import type { World } from '../world.ts'
import type { EmulatedVendor } from './emulated-vendor.ts'

const PAGE = 100

export function githubLists({ control }: EmulatedVendor): Extra[] {
  const requests = () => control<ReturnType<Controls['listRequests']>>('listRequests')
  const rename = (link: Link, title: string) =>
    control('editIssue', { number: Number(link.external_id), title })
  return [
    {
      name: 'pages',
      async play(_world, links) {
        const pages = (await requests()).filter(({ path }) => /\/issues\?/.test(path))
        const isEnough = pages.length >= links.length / PAGE
        return isEnough ? [] : [`${links.length} items in ${pages.length} pages`]
      },
    },
    {
      name: '304',
      async play(world, [link]) {
        if (!link) return ['there is no item']
        const before = (await requests()).length
        await until(
          'an unchanged list',
          async () => (await requests()).slice(before).filter(({ status }) => status === 304),
          (same) => same.length > 0,
        )
        await rename(link, 'After 304')
        await untilTitles(world, [[link, 'After 304']])
        return []
      },
    },
    {
      name: 'the same second',
      async play(world, links) {
        const [one, other] = links.slice(1)
        if (!one || !other) return ['there are too few items']
        await control('setClock', { at: `${new Date().toISOString().slice(0, 19)}Z` })
        await rename(one, 'First in a second')
        await untilTitles(world, [[one, 'First in a second']])
        await rename(other, 'Second in it')
        await rename(one, 'Third in it')
        await untilTitles(world, [
          [one, 'Third in it'],
          [other, 'Second in it'],
        ])
        await control('setClock', { at: null })
        return []
      },
    },
  ]
}

async function untilTitles(world: World, wanted: readonly [Link, string][]): Promise<void> {
  await world.client.ask('POST', `/api/integrations/${world.integrationId}/sync`, {})
  const look = () =>
    Promise.all(
      wanted.map(
        async ([link]) => (await world.client.ask<Task>('GET', `/api/tasks/${link.task_id}`)).title,
      ),
    )
  const isSo = (titles: string[]) => titles.every((title, at) => title === wanted[at]?.[1])
  await until('the titles', look, isSo, 60_000)
}
