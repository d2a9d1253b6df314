// Whether a connector stands still until somebody does something: the badge and the filter ask the same.
import type { Connector } from '@task-service/contract'

type Asked = Pick<Connector, 'state' | 'databases' | 'enrolment_expires_at'>

/** It is there, but one of its databases is not. */
export const isFailing = ({ state, databases }: Asked): boolean =>
  state === 'online' && databases.some(({ ok }) => !ok)

/** Nobody has used its token, and nobody can any more. */
export const isTokenOver = (
  { state, enrolment_expires_at: until }: Asked,
  nowMs = Date.now(),
): boolean => state === 'enrolling' && (until === null || Date.parse(until) <= nowMs)

export const needsSomebody = (connector: Asked): boolean =>
  connector.state === 'silent' ||
  connector.state === 'frozen' ||
  isFailing(connector) ||
  isTokenOver(connector)
