// The generated files of the Python SDK: its types, and a class with one method for each operation of a resource.
import { type EventType, events, type Operation, operations } from '@task-service/contract'
import { openApiDocument } from '@task-service/contract/openapi'
import { type DocumentedOperation, printMethod } from './print-method.ts'
import { createPythonTypes, pascalCase, printDoc, type Schema } from './python-types.ts'

type Document = {
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, { post: { 'x-event-schema': string } }>
  components: { schemas: Record<string, Schema> }
}

export function pythonTypes(): string {
  return generate().types
}

export function pythonResources(): string {
  return generate().resources
}

const HEADER = '"""Written by `npm run gen` from the API schema. Do not edit."""'

function generate(): { types: string; resources: string } {
  const document = openApiDocument() as unknown as Document // the parts that are read here
  const { schemas } = document.components
  const { typeOf, print } = createPythonTypes(schemas)
  const resolve = (schema: Schema): Schema =>
    schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const methods = Object.entries<Operation>(operations).map(([id, entry]) => {
    const documented = document.paths[entry.path]?.[entry.method.toLowerCase()]
    if (!documented) throw new Error(`the document has no ${id}`)
    const text = printMethod({ id, entry, documented, resolve, typeOf })
    return { resource: id.split('.')[0] ?? '', text }
  })
  const ofEvents = printEvents(document, typeOf)
  const declared = print()
  const types = `${HEADER}

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, Union

${declared}

${ofEvents}`
  return { types, resources: printResources(methods, namesIn(types)) }
}

const namesIn = (types: string): Set<string> =>
  new Set(
    [...types.matchAll(/^(?:class )?([A-Z]\w*)(?:\(TypedDict\):|:| =|\()/gm)].map(
      ([, name]) => name ?? '',
    ),
  )

const classOf = (type: string): string => `${pascalCase(type)}Event`

/** A class for each type of event, so that `event["type"] == "task.created"` narrows `event["data"]`. */
function printEvents(
  { webhooks, components }: Document,
  typeOf: (schema: Schema, hint: string) => string,
): string {
  const types = Object.keys(events) as EventType[]
  const classes = types.map((type) => {
    const schema = components.schemas[webhooks[type]?.post['x-event-schema'] ?? '']
    const data = schema?.properties?.['data']
    if (!data) throw new Error(`the document has no webhook ${type}`)
    return `class ${classOf(type)}(_Event):
${printDoc(events[type].when, '    ')}    type: Literal["${type}"]
    data: ${typeOf(data, `${pascalCase(type.split('.')[0] ?? '')}EventData`)}
`
  })
  return `class _Event(TypedDict):
    id: str
    timestamp: str
    tenant: str
    actor: Actor
    previous: dict[str, Any]
    changed: list[str]


${classes.join('\n\n')}

TaskServiceEvent: TypeAlias = Union[
${types.map((type) => `    ${classOf(type)},\n`).join('')}]
"""An event of the feed, the stream or a webhook. A newer server can send types that this version does not know."""
`
}

function printResources(
  methods: readonly { resource: string; text: string }[],
  declared: ReadonlySet<string>,
): string {
  const byResource = Map.groupBy(methods, ({ resource }) => resource)
  const classes = [...byResource].map(
    ([resource, list]) => `class ${pascalCase(resource)}Resource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

${list.map(({ text }) => text).join('\n')}`,
  )
  const text = classes.join('\n\n')
  // Texts in quotes and documentation name types, too; an import that is not used would be an error of a linter.
  const code = text.replaceAll(/"""[\s\S]*?"""/g, '').replaceAll(/"[^"\n]*"/g, '')
  const used = new Set([...code.matchAll(/\b[A-Z]\w+/g)].map(([name]) => name))
  const imported = [...declared].filter((name) => used.has(name)).toSorted()
  const names = [...byResource.keys()]
  return `${HEADER}

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, BinaryIO

from ..paged_list import PagedList
from ..request_options import NOT_GIVEN, NotGiven, RequestOptions
from ..response import HttpResponse
from ..transport import CallInput, HttpTransport, Route
from .types import (
${imported.map((name) => `    ${name},\n`).join('')})

${text}

class Resources:
    """A resource for each group of operations."""

    def __init__(self, api: HttpTransport) -> None:
${names.map((name) => `        self.${name} = ${pascalCase(name)}Resource(api)\n`).join('')}`
}
