// The transactions that ended between two snapshots of PostgreSQL, whose events are new.

/** Of a `pg_snapshot`: transactions from `xmax` on had not begun, those in `xip` were open, all others have ended. */
type Snapshot = { xmax: bigint; xip: readonly bigint[] }

/** Transaction IDs from the first to the last, inclusive. */
export type XidRange = { first: bigint; last: bigint }

function parseSnapshot(text: string): Snapshot {
  const match = /^\d+:(\d+):([\d,]*)$/.exec(text)
  if (!match) throw new Error(`not a snapshot: ${text}`)
  const [, xmax = '', open = ''] = match
  return { xmax: BigInt(xmax), xip: open === '' ? [] : open.split(',').map(BigInt) }
}

/**
 * Visible in the later snapshot and not in the earlier one, in ascending order. As ranges, so that an index finds only the
 * events of these and not those of open transactions, however many there are.
 */
export function listEndedXids(earlier: string, later: string): XidRange[] {
  const [was, is] = [parseSnapshot(earlier), parseSnapshot(later)]
  const open = new Set(is.xip)
  const ended: XidRange[] = []
  const add = (first: bigint, last: bigint) => {
    if (first > last) return
    const previous = ended.at(-1)
    if (previous && previous.last + 1n === first) previous.last = last
    else ended.push({ first, last })
  }
  for (const xid of was.xip) if (xid < is.xmax && !open.has(xid)) add(xid, xid)
  let next = was.xmax
  for (const xid of is.xip) {
    if (xid < next) continue
    add(next, xid - 1n)
    next = xid + 1n
  }
  add(next, is.xmax - 1n)
  return ended
}
