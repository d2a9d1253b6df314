// Audit entries as the lines of a file, which a spreadsheet can open without running them.
import type { AuditEntry, AuditExportQuery } from '@task-service/contract'
import { csvLine } from '#lib/csv-line.ts'

type Format = NonNullable<AuditExportQuery['format']>

const columns = [
  'at',
  'action',
  'actor_kind',
  'actor_id',
  'subject_id',
  'changes',
  'request_id',
  'id',
  'actor_name',
  'subject_name',
  'task_number',
] as const

function csvRow(entry: AuditEntry): string {
  const { actor, actor_name: actorName, subject, changes, ...rest } = entry
  const cells = {
    ...rest,
    actor_kind: actor.kind,
    actor_id: actor.id,
    changes: JSON.stringify(changes),
    actor_name: actorName ?? '',
    subject_name: subject?.name ?? '',
    task_number: String(subject?.task_number ?? ''),
  }
  return csvLine(columns.map((name) => cells[name]))
}

const forms = {
  csv: { type: 'text/csv', head: csvLine(columns), print: csvRow },
  ndjson: {
    type: 'application/x-ndjson',
    head: '',
    print: (entry: AuditEntry) => `${JSON.stringify(entry)}\n`,
  },
} as const satisfies Record<Format, unknown>

export function exportForm(format: Format = 'csv') {
  const { type, head, print } = forms[format]
  return {
    type,
    extension: format,
    async *print(pages: AsyncIterable<AuditEntry[]>): AsyncGenerator<string, void, void> {
      // The first chunk is sent after the first page was read: until then a failure can still be an error response.
      let text: string = head
      for await (const page of pages) {
        text += page.map(print).join('')
        if (text !== '') yield text
        text = ''
      }
    },
  }
}
