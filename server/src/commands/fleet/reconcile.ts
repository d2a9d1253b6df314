// `cell reconcile`: compares the tenants of this cell with the directory, and repairs what an interrupted command left behind.
import { walkTenants } from '#domains/tenants/index.ts'
import type { Directory } from '#fleet/directory/open-directory.ts'
import {
  claimSlug,
  confirmClaim,
  findPlacement,
  listPlacements,
  type Placement,
  releaseSlug,
} from '#fleet/directory/placements.ts'
import { withCommandSession } from '../command-session.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { type Output, table } from '../output.ts'
import { findMembership, inDirectory } from './directory-session.ts'

type Finding = {
  slug: string
  problem: string
  action: 'confirm' | 'register' | 'release' | 'none'
  /** What is released: not a tenant that took the slug in the meantime. */
  placement?: { tenantId: string; status: 'claimed' | 'active' }
}
/** By slug. One that is being imported, moved here or deleted is there, and no host may lead to it. */
type Tenants = ReadonlyMap<string, { id: string; isUsable: boolean }>
type Place = { directory: Directory; cell: string }

/** Longer than any `tenant create` takes: its statements have timeouts. */
const CLAIM_SECONDS = 600
const PAGE = 5_000

export async function cellReconcile(
  output: Output,
  options: Record<string, unknown>,
): Promise<ExitName> {
  return withCommandSession(async (session) => {
    const member = findMembership(session)
    if (!member) {
      throw new CommandError(
        'config',
        'SERVICE_ACP_DIRECTORY_URL is not set, so there is no fleet.',
      )
    }
    return inDirectory(member.directoryUrl, async (directory) => {
      const place = { directory, cell: member.cell }
      // Before the tenants: one that is created or deleted meanwhile is then looked up again, or has been released already.
      const placements = await readPlacements(place)
      const tenants = new Map<string, { id: string; isUsable: boolean }>()
      for await (const page of walkTenants(session.db.auth)) {
        for (const { slug, tenant_id: id, status } of page) {
          if (slug !== 'default')
            tenants.set(slug, { id, isUsable: status !== 'deleting' && status !== 'moved' })
        }
      }
      const findings = [
        ...placements.flatMap((one) => judge(one, tenants, options['releaseMissing'] === true)),
        ...(await findUnregistered(place, placements, tenants)),
      ]
      if (!options['dryRun']) await repair(place, findings, tenants)
      const open = findings.filter(({ action }) => action === 'none')
      const shown = findings.map(({ slug, problem, action }) => ({ slug, problem, action }))
      output.result({ findings: shown, dry_run: options['dryRun'] === true }, [
        ...table(
          ['TENANT', 'PROBLEM', options['dryRun'] ? 'WOULD' : 'DONE'],
          shown.map(({ slug, problem, action }) => [slug, problem, action]),
        ),
        `${tenants.size} tenants in cell ${member.cell}, ${findings.length} differences, ${open.length} not repairable.`,
      ])
      return open.length > 0 ? 'unhealthy' : 'ok'
    })
  })
}

async function readPlacements({ directory, cell }: Place): Promise<Placement[]> {
  const all: Placement[] = []
  for (let after = ''; ; ) {
    const page = await listPlacements(directory, cell, after, PAGE)
    all.push(...page)
    if (page.length < PAGE) return all
    after = page.at(-1)?.slug ?? ''
  }
}

function judge(
  { slug, status, tenant_id: known, age_seconds: age }: Placement,
  tenants: Tenants,
  releasesMissing: boolean,
): Finding[] {
  const tenant = tenants.get(slug)
  if (status === 'claimed') {
    if (tenant?.isUsable) return [{ slug, problem: 'created, not confirmed', action: 'confirm' }]
    const placement = { tenantId: known, status }
    return tenant || age < CLAIM_SECONDS
      ? []
      : [{ slug, problem: 'claimed, never created', action: 'release', placement }]
  }
  if (tenant === undefined) {
    // With the wrong database every tenant would be missing, so this needs an option of its own.
    const problem = 'in the directory, not in this cell'
    if (!releasesMissing || status !== 'active') return [{ slug, problem, action: 'none' }]
    return [{ slug, problem, action: 'release', placement: { tenantId: known, status } }]
  }
  return tenant.id === known
    ? []
    : [{ slug, problem: 'another tenant ID in the directory', action: 'none' }]
}

/** Of an installation that joined the fleet with its tenants. */
async function findUnregistered(
  { directory, cell }: Place,
  placements: readonly Placement[],
  tenants: Tenants,
): Promise<Finding[]> {
  const known = new Set(placements.map(({ slug }) => slug))
  const findings: Finding[] = []
  for (const [slug, { isUsable }] of tenants) {
    if (known.has(slug) || !isUsable) continue
    const elsewhere = await findPlacement(directory, slug)
    if (!elsewhere) findings.push({ slug, problem: 'not in the directory', action: 'register' })
    else if (elsewhere.cell !== cell) {
      const problem = `the slug belongs to cell ${elsewhere.cell}`
      findings.push({ slug, problem, action: 'none' })
    }
  }
  return findings
}

async function repair(
  { directory, cell }: Place,
  findings: readonly Finding[],
  tenants: Tenants,
): Promise<void> {
  for (const { slug, action, placement } of findings) {
    const claim = { slug, cell, tenantId: tenants.get(slug)?.id ?? '' }
    if (action === 'register') await claimSlug(directory, claim)
    if (action === 'register' || action === 'confirm') await confirmClaim(directory, claim)
    if (placement) {
      const { tenantId, status } = placement
      await releaseSlug(directory, { slug, cell, tenantId }, [status])
    }
  }
}
