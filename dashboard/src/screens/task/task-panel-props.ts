// What the panel of a task is told by the screen it stands in.
export type TaskPanelProps = {
  reference: string
  onClose: () => void
  /** Undefined where there is no order to go by. */
  onStep?: (by: number) => void
}
