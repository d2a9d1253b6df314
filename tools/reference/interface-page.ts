// docs/reference/interface.md: each statement of the written interface and what shows it.
import { statements } from '../../proofs/lib/interface-statements.ts'
import { code, GENERATED, page, table } from './markdown.ts'

export function interfacePage(): string {
  return page(
    '# The written interface, statement by statement',
    GENERATED,
    'Each statement is a check in `proofs/lib/interface-statements.ts`, run on the program as users start it (`npm start` with `DATABASE_URL`, `SERVICE_ACP_API_KEY` and `SERVICE_ACP_MASTER_KEY`, port 8001):',
    code('sh', 'npm run prove -- interface'),
    table(
      ['section', 'statement', 'shown by'],
      statements.map(({ section, text, check, later }, index) => [
        section,
        text,
        check ? `statement ${index + 1} of \`prove interface\`` : `not yet: ${later ?? ''}`,
      ]),
    ),
  )
}
