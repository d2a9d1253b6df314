// How the dashboard hears of changes, and why it is not the best way when it is not.

export type PollingReason = 'cut' | 'silent' | 'too_many' | 'unavailable'
export type OfflineReason = 'no_network' | 'no_response' | 'signed_out'

export type FeedCondition =
  | { state: 'connecting' }
  /** Events arrive as they happen. */
  | { state: 'live' }
  /** The log is asked every few seconds. */
  | { state: 'polling'; reason: PollingReason }
  /** Nothing arrives. */
  | { state: 'offline'; reason: OfflineReason }
  /** The page is hidden. */
  | { state: 'paused'; reason: 'hidden' }

export type FeedState = FeedCondition & { since: Date }

export function isSame(one: FeedCondition, other: FeedCondition): boolean {
  return one.state === other.state && reasonOf(one) === reasonOf(other)
}

export function reasonOf(condition: FeedCondition) {
  return 'reason' in condition ? condition.reason : undefined
}
