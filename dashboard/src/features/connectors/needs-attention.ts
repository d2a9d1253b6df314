// Whether a connector needs attention: the badge and the filter use the same rule.
import type { Connector } from '@task-service/contract'

type Asked = Pick<Connector, 'state' | 'databases' | 'enrolment_expires_at'>

/** Online, but one of its databases is not reachable. */
export const isFailing = ({ state, databases }: Asked): boolean =>
  state === 'online' && databases.some(({ ok }) => !ok)

/** Its token expired before it was used. */
export const isTokenExpired = (
  { state, enrolment_expires_at: until }: Asked,
  nowMs = Date.now(),
): boolean => state === 'enrolling' && (until === null || Date.parse(until) <= nowMs)

export const needsAttention = (connector: Asked): boolean =>
  connector.state === 'silent' ||
  connector.state === 'frozen' ||
  isFailing(connector) ||
  isTokenExpired(connector)
