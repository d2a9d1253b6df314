// The variables of the bucket for attachments, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const bucketVariables = {
  SERVICE_ACP_BUCKET: {
    type: 'string',
    group: 'attachments',
    default: null,
    secret: false,
    pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    accepts: 'a bucket name: 3 to 63 lowercase letters, digits, periods and hyphens',
    help: 'S3-compatible bucket in which new attachments are stored. Unset: in PostgreSQL.',
  },
  SERVICE_ACP_BUCKET_ENDPOINT: {
    type: 'url',
    group: 'attachments',
    default: null,
    secret: false,
    help: 'URL of the object store, such as https://minio.example.com. Unset: AWS S3 in the region.',
  },
  SERVICE_ACP_BUCKET_REGION: {
    type: 'string',
    group: 'attachments',
    default: 'us-east-1',
    secret: false,
    pattern: /^[a-z0-9-]{1,64}$/,
    accepts: 'a region such as eu-central-1',
    help: 'Region of the bucket, which requests are signed for.',
  },
  SERVICE_ACP_BUCKET_ACCESS_KEY: {
    type: 'secret',
    group: 'attachments',
    default: null,
    secret: true,
    help: 'Access key ID for the bucket.',
  },
  SERVICE_ACP_BUCKET_SECRET_KEY: {
    type: 'secret',
    group: 'attachments',
    default: null,
    secret: true,
    help: 'Secret access key for the bucket.',
  },
  SERVICE_ACP_BUCKET_PATH_STYLE: {
    type: 'boolean',
    group: 'attachments',
    default: 'true',
    secret: false,
    help: 'Whether the bucket is named in the path of a URL (true) or in its host (false).',
  },
} as const satisfies Record<string, Variable>
