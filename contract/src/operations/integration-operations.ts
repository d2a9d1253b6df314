// Operations on integrations: providers, connections, credentials and vendor webhooks.
import {
  ConnectionCheck,
  DiscoverQuery,
  MappingPreview,
  RemoteChoiceList,
} from '../integrations/checks.ts'
import {
  ConnectionTry,
  CredentialEntry,
  IntegrationChange,
  IntegrationCreate,
  PreviewRequest,
} from '../integrations/integration-requests.ts'
import {
  Integration,
  IntegrationListQuery,
  IntegrationPage,
  integrationParams,
} from '../integrations/integrations.ts'
import { ProviderList } from '../integrations/providers.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

const tag = 'Integrations'
const shown = { body: Integration, headers: ['ETag'] } as const

/**
 * What carries a secret takes no Idempotency-Key: what is kept for one is a plain hash of the request, and a short secret
 * could be found from that. All of these can be repeated as they are.
 */
export const integrationOperations = {
  'providers.list': operation({
    method: 'GET',
    path: '/api/providers',
    tag,
    summary: 'List providers',
    description: 'External systems that can be connected, with the settings that each one needs.',
    query: NoQuery,
    success: { 200: { description: 'Installed providers, by name', body: ProviderList } },
    errors: [],
  }),
  'integrations.list': operation({
    method: 'GET',
    path: '/api/integrations',
    tag,
    summary: 'List integrations',
    description: 'Oldest first, with the result of the last sync and what each one is doing now.',
    query: IntegrationListQuery,
    success: { 200: { description: 'Oldest first', body: IntegrationPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'integrations.create': operation({
    method: 'POST',
    path: '/api/integrations',
    tag,
    summary: 'Create an integration',
    description:
      'Connects an issue tracker, CRM or database. Syncing starts once the credential is set.',
    query: NoQuery,
    body: IntegrationCreate,
    success: {
      201: { description: 'Created', body: Integration, headers: ['Location', 'ETag'] },
    },
    errors: [
      ...bodyErrors,
      ...idempotencyErrors,
      'provider_unknown',
      'integration_fields_refused',
      'integration_host_refused',
      'integration_limit_reached',
    ],
    idempotencyKey: true,
  }),
  'integrations.try': operation({
    method: 'POST',
    path: '/api/integrations/check',
    tag,
    summary: 'Test a connection',
    description:
      'Tests configuration and secrets before you create the integration. Nothing is stored.',
    query: NoQuery,
    body: ConnectionTry,
    success: { 200: { description: 'The result of each step', body: ConnectionCheck } },
    errors: [
      ...bodyErrors,
      'provider_unknown',
      'integration_fields_refused',
      'integration_host_refused',
      'credential_incomplete',
    ],
    isRepeatable: true,
  }),
  'integrations.get': operation({
    method: 'GET',
    path: '/api/integrations/{integration}',
    tag,
    summary: 'Get an integration',
    description:
      'Settings, state, the result of the last sync and what it is doing now. The credential is never returned.',
    params: integrationParams,
    query: NoQuery,
    success: { 200: { description: 'The integration', ...shown } },
    errors: ['integration_not_found'],
  }),
  'integrations.change': operation({
    method: 'PATCH',
    path: '/api/integrations/{integration}',
    tag,
    summary: 'Update an integration',
    description: 'Partial update (JSON Merge Patch); `paused` pauses or resumes it.',
    params: integrationParams,
    query: NoQuery,
    body: IntegrationChange,
    success: { 200: { description: 'The updated integration', ...shown } },
    errors: [
      ...bodyErrors,
      'integration_not_found',
      'version_mismatch',
      'integration_fields_refused',
      'integration_host_refused',
      'provider_missing',
    ],
    ifMatch: true,
  }),
  'integrations.remove': operation({
    method: 'DELETE',
    path: '/api/integrations/{integration}',
    tag,
    summary: 'Delete an integration',
    description:
      'Also deletes its credential, links and history. Tasks and external items are kept.',
    params: integrationParams,
    query: NoQuery,
    success: { 204: { description: 'Deleted' } },
    errors: ['integration_not_found', 'version_mismatch'],
    ifMatch: true,
  }),
  'integrations.set_credential': operation({
    method: 'PUT',
    path: '/api/integrations/{integration}/credential',
    tag,
    summary: 'Set the credential',
    description: 'Encrypted, bound to the integration’s hosts, and never returned.',
    params: integrationParams,
    query: NoQuery,
    body: CredentialEntry,
    success: { 200: { description: 'The integration, without the secrets', ...shown } },
    errors: [
      ...bodyErrors,
      'integration_not_found',
      'version_mismatch',
      'integration_fields_refused',
      'credential_incomplete',
      'provider_missing',
    ],
    ifMatch: true,
  }),
  'integrations.check': operation({
    method: 'POST',
    path: '/api/integrations/{integration}/check',
    tag,
    summary: 'Check an integration',
    description: 'Tests the connection step by step, with the stored credential.',
    params: integrationParams,
    query: NoQuery,
    success: { 200: { description: 'The result of each step', body: ConnectionCheck } },
    errors: ['integration_not_found', 'provider_missing', 'credential_required'],
    isRepeatable: true,
  }),
  'integrations.discover': operation({
    method: 'GET',
    path: '/api/integrations/{integration}/discover',
    tag,
    summary: 'Discover projects, statuses, people and fields',
    description:
      'Asks the external system for values to choose from in the settings and the mapping.',
    params: integrationParams,
    query: DiscoverQuery,
    success: { 200: { description: 'The choices in the external system', body: RemoteChoiceList } },
    errors: [
      'integration_not_found',
      'provider_missing',
      'credential_required',
      'integration_unreachable',
    ],
  }),
  'integrations.preview': operation({
    method: 'POST',
    path: '/api/integrations/{integration}/preview',
    tag,
    summary: 'Preview a mapping',
    description:
      'Applies a mapping to up to ten items of the external system. Nothing is stored or written.',
    params: integrationParams,
    query: NoQuery,
    body: PreviewRequest,
    success: { 200: { description: 'The items and the resulting tasks', body: MappingPreview } },
    errors: [
      ...bodyErrors,
      'integration_not_found',
      'provider_missing',
      'credential_required',
      'integration_unreachable',
    ],
    isRepeatable: true,
  }),
  'integrations.register_webhook': operation({
    method: 'POST',
    path: '/api/integrations/{integration}/webhook',
    tag,
    summary: 'Register a vendor webhook',
    description:
      'Registers the webhook URL of the integration with the vendor, so that changes arrive within seconds.',
    params: integrationParams,
    query: NoQuery,
    success: { 200: { description: 'The integration', ...shown } },
    errors: [
      'integration_not_found',
      'provider_missing',
      'credential_required',
      'webhook_unsupported',
      'integration_unreachable',
    ],
  }),
  'integrations.unregister_webhook': operation({
    method: 'DELETE',
    path: '/api/integrations/{integration}/webhook',
    tag,
    summary: 'Unregister the vendor webhook',
    description: 'The external system stops sending webhooks; changes are found by polling.',
    params: integrationParams,
    query: NoQuery,
    success: { 200: { description: 'The integration', ...shown } },
    errors: [
      'integration_not_found',
      'provider_missing',
      'credential_required',
      'webhook_unsupported',
      'integration_unreachable',
    ],
  }),
} as const satisfies Record<string, Operation>
