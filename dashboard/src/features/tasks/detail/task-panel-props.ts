// Props that the panel of a task gets from its screen.
export type TaskPanelProps = {
  reference: string
  onClose: () => void
  /** Undefined where there is no order to go by. */
  onStep?: (by: number) => void
}
