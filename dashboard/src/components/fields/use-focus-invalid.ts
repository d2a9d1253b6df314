// After a form was rejected, the keyboard is in the first field that has to change.
import { useEffect } from 'react'

export function useFocusInvalid(formId: string, error: Error | null): void {
  useEffect(() => {
    if (!error) return
    const form = document.getElementById(formId)
    form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [formId, error])
}
