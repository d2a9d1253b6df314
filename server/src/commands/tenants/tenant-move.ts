// `tenant move`: a tenant changes its cell while it works.
import { openKeyring } from '#app/keyring.ts'
import { loadConfig } from '#config/load.ts'
import type { Secret } from '#crypto/secret.ts'
import { openDatabase } from '#db/database.ts'
import type { WrappedKey } from '#db/move/take-over.ts'
import { type Instance, readInstance } from '#domains/keys/index.ts'
import type { Directory } from '#fleet/directory/open-directory.ts'
import { pushChanges } from '#fleet/haproxy/push-changes.ts'
import { HAProxyRefused } from '#fleet/haproxy/runtime-socket.ts'
import {
  type MoveResult,
  moveTenant,
  purgeMove,
  undoMove,
  type Wanted,
} from '#fleet/move/move-tenant.ts'
import { withStage } from '#fleet/move/open-stage.ts'
import { planMove } from '#fleet/move/plan-move.ts'
import type { MoveOptions, MoveProgress, Stage } from '#fleet/move/stage.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import { getDirectoryUrl, inDirectory } from '../fleet/directory-session.ts'
import type { Output } from '../output.ts'
import { removeTenant } from './remove-tenant.ts'

type Options = Record<string, unknown>

const NOTE_EVERY_MS = 1_000

export async function tenantMove(
  output: Output,
  options: Options,
  [slug = '']: string[],
): Promise<ExitName> {
  const config = loadMoveConfig()
  const push = readProxies(output, options, config.http.hostSuffix)
  return inDirectory(getDirectoryUrl(config), async (directory) => {
    const move = await openMove(config, directory, output)
    return withStage({ ...move, push: () => push(directory) }, async (stage) => {
      if (options['undo']) return undo(output, stage, slug)
      if (options['purge']) return purge(output, stage, slug, options['force'] === true)
      const { to } = options
      if (typeof to !== 'string') throw new CommandError('usage', 'Add --to <cell>.')
      const wanted = { slug, to, sharesBucket: options['sharedBucket'] === true }
      if (options['dryRun']) return plan(output, stage, wanted)
      return report(output, await moveTenant(stage, wanted))
    })
  })
}

async function plan(output: Output, stage: Stage, wanted: Wanted): Promise<ExitName> {
  const { slug, to } = wanted
  const { rows, estimatedSeconds, versions, status } = await planMove(stage, wanted)
  output.result(
    {
      slug,
      to,
      status,
      rows,
      estimated_seconds: estimatedSeconds,
      postgres: versions,
      dry_run: true,
    },
    [
      `${slug} can move to ${to}: ${rows} rows, about ${estimatedSeconds} s to copy.`,
      `PostgreSQL ${versions.source} → ${versions.target}. Nothing was changed.`,
    ],
  )
  return 'ok'
}

function report(output: Output, { move, fencedMs, differences }: MoveResult): ExitName {
  const { slug, from_cell: from, to_cell: to } = move
  const ms = fencedMs === undefined ? move.fenced_ms : Math.round(fencedMs)
  const isEqual = differences ? differences.length === 0 : move.is_equal
  output.result(
    {
      slug,
      from,
      to,
      step: move.step,
      rows_copied: move.rows_copied,
      fenced_ms: ms,
      is_equal: isEqual,
      differences: differences ?? [],
    },
    [
      `${slug} is in ${to} now. Writes were rejected for ${ms ?? 'an unknown number of'} ms.`,
      isEqual
        ? 'Both cells had the same rows at the switch.'
        : isEqual === false
          ? `The cells had different rows at the switch: ${(differences ?? []).map((one) => `${one.table} (${one.source} and ${one.target} rows)`).join(', ')}.`
          : 'The cells were not compared, because the move was interrupted.',
      `To delete what ${from} kept, run: task-service tenant move ${slug} --purge`,
    ],
  )
  return isEqual === false ? 'unhealthy' : 'ok'
}

async function undo(output: Output, stage: Stage, slug: string): Promise<ExitName> {
  const { from_cell: from } = await undoMove(stage, slug)
  output.result({ slug, cell: from, step: 'undone' }, `Undone. ${slug} stays in ${from}.`)
  return 'ok'
}

async function purge(
  output: Output,
  stage: Stage,
  slug: string,
  isForced: boolean,
): Promise<ExitName> {
  const { move, rows } = await purgeMove(stage, { slug, isForced })
  output.result(
    { slug, cell: move.from_cell, step: 'purged', deleted_rows: rows },
    `Deleted ${rows} rows of ${slug} from ${move.from_cell}.`,
  )
  return 'ok'
}

function loadMoveConfig() {
  return loadConfig({ needs: ['database', 'master'] })
}

type MoveConfig = ReturnType<typeof loadMoveConfig>

async function openMove(
  config: MoveConfig,
  directory: Directory,
  output: Output,
): Promise<Omit<MoveOptions, 'push'>> {
  const { move, database } = config
  const source = requireUrl(move.sourceUrl, 'SERVICE_ACP_MOVE_SOURCE_URL')
  const target = requireUrl(move.targetUrl, 'SERVICE_ACP_MOVE_TARGET_URL')
  const onProgress = showProgress(output)
  return {
    directory,
    source: { url: source, rolePrefix: database.rolePrefix },
    target: { url: target, rolePrefix: database.rolePrefix },
    remove: (cell, client, tenantId) =>
      removeTenant({ tenantId, database: { ...database, ...cell }, client, onProgress }),
    replicationUrl: move.replicationUrl?.reveal() ?? source,
    rewrap: await openRewrap(config, source),
    note: output.note,
    onProgress,
  }
}

function requireUrl(url: Secret | null, name: string): string {
  if (url) return url.reveal()
  throw new CommandError(
    'config',
    `${name} is not set. Set it to the PostgreSQL database of the cell, with a superuser.`,
  )
}

/** Data keys are wrapped with the master key of the cell. */
async function openRewrap(
  { keys, move, database }: MoveConfig,
  sourceUrl: string,
): Promise<MoveOptions['rewrap']> {
  const { targetMaster } = move
  if (!targetMaster) return () => undefined
  const db = openDatabase({ ...database, url: sourceUrl, poolSize: 1 })
  let instance: Instance
  try {
    instance = await readInstance(db.owner)
  } finally {
    await db.close()
  }
  const keyring = openKeyring(
    { ...keys, master: targetMaster, masterPrevious: keys.master },
    instance,
  )
  return ({ id, tenant_id: tenantId, master_key_id: masterKeyId, wrapped }: WrappedKey) => {
    if (masterKeyId === keyring.currentId) return undefined
    const rewrapped = keyring.rewrap({ tenantId, id, masterKeyId, wrapped })
    if (!rewrapped) {
      throw new CommandError(
        'config',
        'A data key of the tenant cannot be decrypted with SERVICE_ACP_MASTER_KEY. Set it to the master key of the source, and run the command again.',
      )
    }
    return { master_key_id: rewrapped.masterKeyId, wrapped: rewrapped.wrapped }
  }
}

function readProxies(
  { note }: Output,
  options: Options,
  hostSuffix: string | null,
): (directory: Directory) => Promise<boolean> {
  const { haproxy, map } = options
  if (!Array.isArray(haproxy)) return async () => false
  if (typeof map !== 'string' || hostSuffix === null) {
    throw new CommandError('usage', '--haproxy needs --map and SERVICE_ACP_HOST.')
  }
  const sockets = haproxy.map(String)
  return async (directory) => {
    let isComplete = true
    for (const socket of sockets) {
      try {
        await pushChanges(directory, { socket, file: map, hostSuffix })
      } catch (error) {
        // The target has taken over: one proxy must not keep the others from it.
        if (!(error instanceof HAProxyRefused)) throw error
        note(error.message)
        isComplete = false
      }
    }
    return isComplete
  }
}

/** Rows, rate and what is left, at most once a second. */
function showProgress({ note }: Output): (progress: MoveProgress) => void {
  const startedAt = performance.now()
  let noteAt = 0
  return ({ what, table, done, total }) => {
    if (performance.now() < noteAt) return
    noteAt = performance.now() + NOTE_EVERY_MS
    const rate = done / Math.max(0.001, (performance.now() - startedAt) / 1_000)
    const left = what === 'copied' ? `, about ${Math.ceil((total - done) / rate)} s left` : ''
    note(`${table}: ${what} ${done} of ${total} rows, ${Math.round(rate)} rows/s${left}`)
  }
}
