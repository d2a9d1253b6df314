// The variables of the bucket belong together: all of them, or none.
import type { Finding } from '../config-error.ts'
import type { Values } from '../value.ts'

const PARTS = ['SERVICE_ACP_BUCKET_ACCESS_KEY', 'SERVICE_ACP_BUCKET_SECRET_KEY'] as const
const OTHERS = ['SERVICE_ACP_BUCKET_ENDPOINT', ...PARTS] as const

export function findBucketConflicts(values: Partial<Values>): Finding[] {
  // A variable with an error is undefined, and reported already.
  if (values.SERVICE_ACP_BUCKET === undefined) return []
  if (values.SERVICE_ACP_BUCKET === null) {
    return OTHERS.filter((name) => values[name] != null).map((variable) => ({
      variable,
      problem: 'is set without SERVICE_ACP_BUCKET',
      remedy: 'Set SERVICE_ACP_BUCKET to the name of the bucket, or unset this variable.',
    }))
  }
  return PARTS.filter((name) => values[name] === null).map((variable) => ({
    variable,
    problem: 'is not set',
    remedy: 'SERVICE_ACP_BUCKET needs an access key ID and a secret access key.',
  }))
}

export function findBucketWeaknesses(values: Partial<Values>): Finding[] {
  if (!values.SERVICE_ACP_BUCKET_ENDPOINT?.startsWith('http:')) return []
  return [
    {
      variable: 'SERVICE_ACP_BUCKET_ENDPOINT',
      problem: 'sends attachments without TLS',
      remedy: 'Use an https URL, unless only Task Service and the bucket are on this network.',
    },
  ]
}
