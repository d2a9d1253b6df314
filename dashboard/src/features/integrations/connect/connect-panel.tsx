// From the gallery of providers to a tested connection.
import { useQuery } from '@tanstack/react-query'
import type { Provider } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { RowSkeleton } from '#components/states/row-skeleton.tsx'
import { PanelBody, SidePanel } from '#components/surface/side-panel.tsx'
import { providersQuery } from '../integration-queries.ts'
import { ConnectForm } from './connect-form.tsx'
import { ProviderGallery } from './provider-gallery.tsx'

type FormProps = { provider: Provider; onBack: () => void; onClose: () => void }

const SourceWizard = onDemand<FormProps>(
  async () => (await import('../database/source-wizard.tsx')).SourceWizard,
  // The panel stays, so that the list beside it does not change its width twice.
  { placeholder: (props) => <WaitingPanel {...props} /> },
)

function WaitingPanel({ provider, onClose }: FormProps) {
  const { t } = useTranslation('integrations')
  return (
    <SidePanel
      width={560}
      title={t('connect.title', { name: provider.name })}
      takesFocus={false}
      onClose={onClose}
    >
      <PanelBody>
        <RowSkeleton rows={3} height={72} />
      </PanelBody>
    </SidePanel>
  )
}

/** It is set up step by step. */
const asksForConnector = ({ config }: Provider): boolean =>
  config.some(({ kind }) => kind === 'connector')

export function ConnectPanel({
  provider,
  onChoose,
  onClose,
}: {
  provider: string | undefined
  onChoose: (provider: string | undefined) => void
  onClose: () => void
}) {
  const { t } = useTranslation('integrations')
  const providers = useQuery(providersQuery)
  const chosen = providers.data?.find(({ id }) => id === provider)
  if (chosen) {
    const Form = asksForConnector(chosen) ? SourceWizard : ConnectForm
    return <Form provider={chosen} onBack={() => onChoose(undefined)} onClose={onClose} />
  }
  return (
    <SidePanel width={560} title={t('gallery.title')} onClose={onClose}>
      <PanelBody>
        {providers.isError && (
          <ErrorState
            what={t('title')}
            error={providers.error}
            onRetry={() => void providers.refetch()}
          />
        )}
        {providers.isPending && <RowSkeleton rows={3} height={72} />}
        {providers.data && <ProviderGallery providers={providers.data} onChoose={onChoose} />}
      </PanelBody>
    </SidePanel>
  )
}
