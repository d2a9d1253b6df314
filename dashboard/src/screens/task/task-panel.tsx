// A task beside the list it was opened from.
export function TaskPanel({
  reference,
}: {
  reference: string
  onClose: () => void
  onStep: (by: number) => void
}) {
  return <aside aria-label={reference} />
}
