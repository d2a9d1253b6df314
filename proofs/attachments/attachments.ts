// Verifies attachments: none is lost or left over when processes are killed, and none runs in a browser.
import { findMinIO, startMinIO } from '../../tests/harness/bucket/minio.ts'
import {
  atLeast,
  atMost,
  type Criterion,
  equals,
  isTrue,
  none,
} from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { killDuringTransfers, type Outcome } from './kill-transfers.ts'
import { type Opened, openHostileFiles } from './open-hostile-files.ts'

const UPLOADS = { small: 250, full: 10_000 }
const KILLS = { small: 5, full: 60 }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'needs a browser and kills processes for a minute; route tests cover the headers, the sweep and every response on each change',
  budgetSeconds: 150,
  fullSizeForRelease: true,
  report: 'attachments',
  covers: [
    'server/src/domains/attachments',
    'server/src/egress/bucket',
    'server/src/http/steps',
    'server/src/app/workers',
  ],
  claim:
    '250 (10,000) uploads and their deletions with `kill -9` of the service, in PostgreSQL and in a MinIO that is killed, too: every acknowledged file has its content, and nothing of the others is left after the sweep. Hostile files opened in a browser in every way run nothing',
  hasControl: true,
  async prove(options: ProofOptions): Promise<Verdict> {
    const size = options.full ? 'full' : 'small'
    const transfers = { uploads: UPLOADS[size], kills: KILLS[size] }
    const inDatabase = await killDuringTransfers(options, transfers)
    const inBucket = await transferToBucket(options, transfers)
    const hostile = await openHostileFiles(options)
    return {
      figures: [
        describe('PostgreSQL', inDatabase),
        typeof inBucket === 'string' ? inBucket : describe('MinIO', inBucket),
        `hostile files opened ${hostile.opened} times: ${hostile.executed} ran, ${hostile.downloads} saved`,
      ].join('; '),
      criteria: [
        ...judgeTransfers('PostgreSQL', inDatabase, transfers),
        ...(typeof inBucket === 'string'
          ? [isTrue('a MinIO, which the full size needs', !options.full)]
          : judgeTransfers('MinIO', inBucket, transfers)),
        ...judgeHostile(hostile, options),
      ],
    }
  },
}

type Size = { uploads: number; kills: number }

/** What is missing, without a MinIO. */
async function transferToBucket(options: ProofOptions, size: Size): Promise<Outcome | string> {
  const { program, missing } = findMinIO({ mayBuild: options.full })
  if (program === undefined) return missing ?? ''
  const minio = await startMinIO(program)
  try {
    return await killDuringTransfers(options, size, minio)
  } finally {
    await minio.stop()
  }
}

const describe = (place: string, stored: Outcome): string =>
  `${place}: ${stored.acknowledged} uploads and ${stored.deleted} deletions acknowledged, ${stored.kills} kills, ${stored.swept} leftovers swept, ${stored.lost} lost, ${stored.orphaned} left over`

const judgeTransfers = (place: string, stored: Outcome, { uploads, kills }: Size): Criterion[] => [
  none(`acknowledged files lost or changed (${place})`, stored.lost),
  none(`files, chunks, objects or bytes left over (${place})`, stored.orphaned),
  none(`files that were deleted and are still there (${place})`, stored.undeleted),
  none(`files that no client knows of (${place})`, stored.unknown),
  equals(`kills (${place})`, stored.kills, kills),
  atLeast(`acknowledged uploads (${place})`, stored.acknowledged, uploads / 2),
]

function judgeHostile(hostile: Opened, { control }: ProofOptions): Criterion[] {
  return [
    none('hostile files that ran', hostile.executed),
    none('hostile files that were shown as a page', hostile.shown),
    atLeast('times that hostile files were opened', hostile.opened, 50),
    atLeast('hostile files that were saved', hostile.downloads, control ? 0 : 10),
    none('saved files with an unsafe name', hostile.badNames),
    none('saved files with another content', hostile.changed),
    atMost('memory that a decompression bomb takes', hostile.grownMiB, 64, 'MiB'),
  ]
}
