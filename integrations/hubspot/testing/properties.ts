// The properties of tasks that the emulator's account has, and what HubSpot says to values that do not fit.
import { toTime, type World } from './world.ts'

type Definition = { label: string; type: string; fieldType: string; options?: string[] }

export const definitions: Readonly<Record<string, Definition>> = {
  hs_task_subject: { label: 'Task Title', type: 'string', fieldType: 'text' },
  hs_task_body: { label: 'Notes', type: 'string', fieldType: 'html' },
  hs_task_status: {
    label: 'Task Status',
    type: 'enumeration',
    fieldType: 'select',
    options: ['COMPLETED', 'DEFERRED', 'IN_PROGRESS', 'NOT_STARTED', 'WAITING'],
  },
  hs_task_priority: {
    label: 'Priority',
    type: 'enumeration',
    fieldType: 'select',
    options: ['NONE', 'LOW', 'MEDIUM', 'HIGH'],
  },
  hubspot_owner_id: { label: 'Assigned to', type: 'enumeration', fieldType: 'select' },
  hs_timestamp: { label: 'Due date', type: 'datetime', fieldType: 'date' },
  hs_task_type: {
    label: 'Task Type',
    type: 'enumeration',
    fieldType: 'select',
    options: ['TODO', 'CALL', 'EMAIL'],
  },
}

const titled = (word: string): string => {
  const text = word.toLowerCase().replaceAll('_', ' ')
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

export const propertyShape = (name: string, definition: Definition): Record<string, unknown> => ({
  name,
  label: definition.label,
  type: definition.type,
  fieldType: definition.fieldType,
  description: '',
  groupName: 'task',
  options: (definition.options ?? []).map((value, displayOrder) => ({
    value,
    label: titled(value),
    displayOrder,
    hidden: false,
  })),
  hubspotDefined: true,
  hasUniqueValue: false,
})

/** What is wrong with these values, in HubSpot's manner; nothing when they fit. */
export function findFault(world: World, properties: Record<string, unknown>): string | undefined {
  for (const [name, value] of Object.entries(properties)) {
    const definition = definitions[name]
    if (definition === undefined) return `Property "${name}" does not exist`
    if (typeof value !== 'string') return `Property "${name}" is no text`
    const fault = findValueFault(world, name, definition, value)
    if (fault !== undefined) return fault
  }
  return undefined
}

function findValueFault(
  world: World,
  name: string,
  { type, options }: Definition,
  value: string,
): string | undefined {
  if (name === 'hs_timestamp' && (value === '' || Number.isNaN(toTime(value)))) {
    return `${value} was not a valid date for hs_timestamp`
  }
  if (value === '') return undefined
  if (name === 'hubspot_owner_id') {
    const isKnown = world.tables.find('owners', value) !== undefined
    return isKnown ? undefined : `${value} is not a valid owner`
  }
  const isKnown = type !== 'enumeration' || (options ?? []).includes(value)
  if (!isKnown) return `${value} was not one of the allowed options`
  return value.length > 65_536 ? `Property "${name}" is too long` : undefined
}
