// A password field; showing its value can be toggled by keyboard, too.
import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

export function PasswordField(props: PasswordInputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
      // The library marks the box around the input only.
      aria-invalid={Boolean(props.error)}
      {...props}
    />
  )
}
