// Preloaded by `node --import`: a process whose clock is wrong by CLOCK_SHIFT_MS, as on a machine without time sync.
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const RealDate = Date

class ShiftedDate extends RealDate {
  constructor(...parts: [] | [string | number | Date]) {
    if (parts.length === 0) super(RealDate.now() + shiftMs)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + shiftMs
  }
}

globalThis.Date = ShiftedDate as DateConstructor // called without `new` it would differ; no code does that
