// What the tabs of one integration are given, and which tabs there are.
import type { Integration, Provider } from '@task-service/contract'

export type Opened = {
  integration: Integration
  etag: string | null
  /** Not there when it is not installed any more. */
  provider: Provider | undefined
}

export const tabs = ['overview', 'mapping', 'conflicts', 'runs', 'settings'] as const
export type Tab = (typeof tabs)[number]
