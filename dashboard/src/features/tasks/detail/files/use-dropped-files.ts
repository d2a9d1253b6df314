// Files that are dragged onto the page or pasted into it, while a task is shown. Dropped beside the target, a browser would
// leave the page and open them.
import { useEffect, useState } from 'react'
import { useLatest } from '#lib/use-latest.ts'
import { filesToAttach } from './files-to-attach.ts'

const hasFiles = (data: DataTransfer | null): boolean => data?.types.includes('Files') ?? false

/** A dialog covers the page, and may have a use of its own for files. */
const isInDialog = ({ target }: Event): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null

/** Whether files are being dragged over the page. */
export function useDroppedFiles(take: (files: FileList) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const latest = useLatest(take)
  useEffect(() => {
    let depth = 0
    const enter = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      depth++
      setDragging(true)
    }
    const leave = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      depth = Math.max(0, depth - 1)
      setDragging(depth > 0)
    }
    const over = (event: DragEvent) => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      depth = 0
      setDragging(false)
      const { dataTransfer } = event
      if (!hasFiles(dataTransfer)) return
      const isTaken = event.defaultPrevented || isInDialog(event)
      event.preventDefault()
      if (dataTransfer?.files.length && !isTaken) latest()(dataTransfer.files)
    }
    const paste = (event: ClipboardEvent) => {
      const { clipboardData } = event
      const files = clipboardData && filesToAttach(clipboardData)
      if (!files || isInDialog(event)) return
      event.preventDefault()
      latest()(files)
    }
    const listeners = { dragenter: enter, dragleave: leave, dragover: over, drop, paste } as const
    for (const [type, listen] of Object.entries(listeners)) {
      window.addEventListener(type, listen as EventListener) // each listens to its own type
    }
    return () => {
      for (const [type, listen] of Object.entries(listeners)) {
        window.removeEventListener(type, listen as EventListener) // as above
      }
    }
  }, [latest])
  return isDragging
}
