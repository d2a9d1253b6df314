// A field for what nobody should read over a shoulder; whether it is shown can be chosen by keys, too.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showTyped') }}
      // The library marks the box around the input only.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
