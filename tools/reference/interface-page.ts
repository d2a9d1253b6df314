// docs/reference/interface.md: each statement of the written interface and what verifies it.
import { type Statement, statements } from '../../proofs/interface/interface-statements.ts'
import { code, GENERATED, page, table } from './markdown.ts'

export function interfacePage(): string {
  return page(
    '# Interface conformance',
    GENERATED,
    'Each statement of the written interface, and the program that verifies it:',
    code('sh', 'npm run prove -- interface'),
    'The program runs `npm start` with `DATABASE_URL`, `SERVICE_ACP_API_KEY` and `SERVICE_ACP_MASTER_KEY` on port 8001 and checks the statements in `proofs/interface/interface-statements.ts`. Statements that need a vendor, a customer’s database or containers are verified by the named programs.',
    table(
      ['section', 'statement', 'verified by'],
      statements.map((statement) => [statement.section, statement.text, verifiersOf(statement)]),
    ),
  )
}

function verifiersOf({ check, verifiedBy = [] }: Statement): string {
  return [...(check ? ['interface'] : []), ...verifiedBy].map((name) => `\`${name}\``).join(', ')
}
