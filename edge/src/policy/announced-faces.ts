// The public interface of each statement: name, parameters and columns, without its SQL.
import type { StatementColumn, StatementFace, StatementParam } from '@task-service/contract'
import type { ParamPolicy, Policy, StatementPolicy, Treatment } from './policy.ts'

export const announcedFaces = (policy: Policy): StatementFace[] =>
  [...policy.databases.values()].flatMap(({ engine, statements }) =>
    [...statements.values()].map((statement) => faceOf(statement, engine)),
  )

function faceOf(statement: StatementPolicy, engine: string): StatementFace {
  const { database, name, kind, description, maxRows, maxBytes, timeoutMs, expectRows, fence } =
    statement
  return {
    database,
    engine,
    name,
    kind,
    description,
    params: statement.params.map(paramFace),
    columns: [...statement.columns].map(([column, treatment]) => columnFace(column, treatment)),
    max_rows: maxRows,
    max_bytes: maxBytes,
    timeout_ms: timeoutMs,
    ...(kind === 'write' ? { expect_rows: expectRows } : {}),
    ...(fence === undefined ? {} : { fence }),
  }
}

const paramFace = (param: ParamPolicy): StatementParam => ({
  name: param.name,
  type: param.type,
  required: param.defaultValue === undefined,
  ...(param.type === 'text' ? { max_length: param.maxLength } : {}),
  ...(param.choices === undefined ? {} : { choices: [...param.choices] }),
  ...(param.putsValuesBack ? { puts_values_back: true } : {}),
})

const columnFace = (name: string, { kind }: Treatment): StatementColumn => ({
  name,
  treatment: kind === 'mask' ? 'masked' : kind === 'tokenise' ? 'tokenised' : 'plain',
})
