// The shipped rules with shorter windows and lower thresholds. Expressions, severities and conditions are unchanged.
import {
  disableAlerts,
  type RuleGroup,
  ruleGroups,
  type Scale,
} from '../../tools/monitoring/rules.ts'

const windows = {
  '5m': '5s',
  '30m': '8s',
  '1h': '10s',
  '2h': '15s',
  '6h': '30s',
  '1d': '90s',
  '3d': '180s',
}

/** Latencies are boundaries of buckets; the rest is seconds or bytes. Overload and unconfirmed writes stay. */
const thresholds: Readonly<Record<string, number>> = {
  TaskServiceCreateLatency: 2.5,
  TaskServiceListLatency: 2.5,
  TaskServiceDeliveryDelay: 2.5,
  TaskServiceDispatchLag: 12,
  TaskServiceFeedLag: 8,
  TaskServiceDeliveryQueueAge: 5,
  TaskServiceReplicationSlotRetainsWal: 32 * 1024 ** 2,
  TaskServiceMaintenanceStalled: 30,
}

const scale: Scale = {
  window: (window) => windows[window],
  duration: (seconds) => `${Math.max(5, seconds / 30)}s`,
  threshold: (alert, threshold) => thresholds[alert] ?? threshold,
}

export function quickRules({ control }: { control: boolean }): RuleGroup[] {
  const groups = ruleGroups(scale)
  return control ? disableAlerts(groups) : groups
}
