// How HubSpot answers: objects with the properties that were asked for, refusals in its words.
import type { VendorAnswer } from '@task-service/kit/testing'
import type { ObjectRow } from './world.ts'

export const refused = (
  status: number,
  category: string,
  message: string,
  more: object = {},
): VendorAnswer => ({
  status,
  body: {
    status: 'error',
    message,
    correlationId: 'c0ffee00-0000-4000-8000-000000000000',
    category,
    ...more,
  },
})

export const notFound = (): VendorAnswer => refused(404, 'OBJECT_NOT_FOUND', 'resource not found')
export const invalid = (message: string): VendorAnswer => refused(400, 'VALIDATION_ERROR', message)

/** Without being asked for, only these come. */
const always = ['hs_createdate', 'hs_lastmodifieddate', 'hs_object_id']

export function shapeOf(row: ObjectRow, wanted: string[]): Record<string, unknown> {
  const names = [...new Set([...always, ...wanted])]
  return {
    id: row.id,
    properties: Object.fromEntries(names.map((name) => [name, row.properties[name] ?? null])),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    archived: row.archivedAt !== undefined,
    ...(row.archivedAt !== undefined && { archivedAt: row.archivedAt }),
  }
}
