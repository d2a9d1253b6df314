// Verifies attachments: none is lost or left over when processes are killed, and none runs in a browser.
import { atLeast, atMost, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { killDuringTransfers } from './kill-transfers.ts'
import { openHostileFiles } from './open-hostile-files.ts'

const UPLOADS = { small: 250, full: 10_000 }
const KILLS = { small: 5, full: 60 }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'needs a browser and kills processes for a minute; route tests cover the headers, the sweep and every response on each change',
  budgetSeconds: 150,
  fullSizeForRelease: true,
  report: 'attachments',
  covers: ['server/src/domains/attachments', 'server/src/http/steps', 'server/src/app/workers'],
  claim:
    '250 (10,000) uploads and their deletions with `kill -9` of the service: every acknowledged file has its content, and nothing of the others is left after the sweep. Hostile files opened in a browser in every way run nothing',
  hasControl: true,
  async prove(options: ProofOptions): Promise<Verdict> {
    const { full } = options
    const size = full ? 'full' : 'small'
    const stored = await killDuringTransfers(options, UPLOADS[size], KILLS[size])
    const { opened, executed, shown, downloads, badNames, changed, grownMiB } =
      await openHostileFiles(options)
    return {
      figures: `${stored.acknowledged} of ${UPLOADS[size]} uploads and ${stored.deleted} deletions acknowledged, ${stored.kills} kills, ${stored.swept} leftovers swept: ${stored.lost} lost, ${stored.orphaned} left over; hostile files opened ${opened} times: ${executed} ran, ${downloads} saved`,
      criteria: [
        none('acknowledged files lost or changed', stored.lost),
        none('files, chunks or bytes left over', stored.orphaned),
        none('files that were deleted and are still there', stored.undeleted),
        none('files that no client knows of', stored.unknown),
        equals('kills', stored.kills, KILLS[size]),
        atLeast('acknowledged uploads', stored.acknowledged, UPLOADS[size] / 2),
        none('hostile files that ran', executed),
        none('hostile files that were shown as a page', shown),
        atLeast('times that hostile files were opened', opened, 50),
        atLeast('hostile files that were saved', downloads, options.control ? 0 : 10),
        none('saved files with an unsafe name', badNames),
        none('saved files with another content', changed),
        atMost('memory that a decompression bomb takes', grownMiB, 64, 'MiB'),
      ],
    }
  },
}
