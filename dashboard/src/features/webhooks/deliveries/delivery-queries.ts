// The delivery log, filtered by the URL. It is polled while it is open, because results are no events.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Delivery, DeliveryLogQuery } from '@task-service/contract'
import { call } from '#api/call.ts'

const PAGE = 100
const LOG_EVERY_MS = 4_000
const ONE_EVERY_MS = 1_500
/** Older pages are not polled. */
const LIVE_PAGES = 2

export type LogFilter = Omit<DeliveryLogQuery, 'limit' | 'cursor'>

export const logQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', 'log', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam !== undefined && { cursor: pageParam }
      const query = { ...filter, limit: PAGE, ...cursor }
      return (await call('deliveries.log', { query, signal })).body
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    refetchInterval: ({ state }) =>
      (state.data?.pages.length ?? 0) <= LIVE_PAGES ? LOG_EVERY_MS : false,
  })

export const deliveryQuery = (delivery: string) =>
  queryOptions({
    queryKey: ['deliveries', 'one', delivery],
    queryFn: async ({ signal }) =>
      (await call('deliveries.get', { params: { delivery }, signal })).body,
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? ONE_EVERY_MS : false),
  })

const STATUSES = ['failed', 'pending', 'delivered', 'canceled'] as const
export type StateFilter = (typeof STATUSES)[number] | 'all'

const AGES = { hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
export type Age = keyof typeof AGES

export type LogAddress = { state: StateFilter; age: Age | undefined; filter: LogFilter }

/** Times are cut to the minute, so that the same address is the same question for a while. */
export function readAddress(
  address: Readonly<Record<string, string | undefined>>,
  nowMs: number,
): LogAddress {
  const { webhook, event, state: wished, age: since } = address
  const state = STATUSES.find((one) => one === wished) ?? 'all'
  const age = since !== undefined && since in AGES ? (since as Age) : undefined // checked in the same line
  const minute = Math.floor(nowMs / 60_000) * 60_000
  return {
    state,
    age,
    filter: {
      ...(state !== 'all' && { status: [state] }),
      ...(webhook !== undefined && { webhook }),
      ...(event !== undefined && { event_type: event as NonNullable<LogFilter['event_type']> }), // the server names the types it knows
      ...(age && { since: new Date(minute - AGES[age]).toISOString() }),
    },
  }
}

export function matchesText(delivery: Delivery, target: string, text: string): boolean {
  const key = delivery.task_number === null ? '' : `t-${delivery.task_number}`
  const said = [delivery.event_type, key, target, delivery.id, delivery.event_id]
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.some((one) => one.toLowerCase().includes(word)))
}
