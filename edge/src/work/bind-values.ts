// Binds validated values in the order and format of the engine.
import type { BoundStatement } from '#edge/drivers/driver.ts'
import type { Engine, ParamPolicy, ParamValue, StatementPolicy } from '#edge/policy/policy.ts'

export function bindValues(
  { bound, params }: StatementPolicy,
  engine: Engine,
  values: ReadonlyMap<string, ParamValue>,
): BoundStatement {
  const byName = new Map(params.map((param) => [param.name, param]))
  return {
    text: bound.text,
    values: bound.order.map((name) =>
      engineValue(engine, byName.get(name), values.get(name) ?? null),
    ),
  }
}

/** MySQL accepts neither the T nor the Z of a timestamp; its session uses UTC. */
function engineValue(
  engine: Engine,
  param: ParamPolicy | undefined,
  value: ParamValue,
): ParamValue {
  if (engine !== 'mysql' || param?.type !== 'timestamp' || typeof value !== 'string') return value
  const micros = /\.(\d{1,6})/.exec(value)?.[1]?.padEnd(6, '0') ?? '000000'
  const hasZone = /(Z|[+-]\d{2}:\d{2})$/.test(value)
  const utc = new Date(hasZone ? value : `${value}Z`).toISOString()
  return `${utc.slice(0, 10)} ${utc.slice(11, 19)}.${micros}`
}
