/** Opens a workflow file: through a native dialog where the host has one, the page's own picker, or a drop. */
import { Button, FileButton } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { type DragEvent, useRef } from 'react'
import type { WorkflowFile } from '../../../shared/graph/graph.ts'
import { useHost } from '../../base/host/host-context.ts'
import { readPicked } from '../../base/host/read-workflow-file.ts'
import { toastError } from '../../base/ui/toast.tsx'
import { texts } from '../../texts/texts.ts'

type OnFile = (file: WorkflowFile) => void

const FAILED = texts.home.openFile.failed

async function take(picked: File | null, onFile: OnFile): Promise<void> {
  if (!picked) return
  const read = await readPicked(picked)
  if (read.ok) onFile(read.file)
  else toastError(FAILED, new Error(read.reason))
}

export function OpenFileButton({ onFile }: { onFile: OnFile }) {
  const { info, studio } = useHost()
  const reset = useRef<() => void>(null)
  const label = texts.home.openFile.open
  const icon = <IconFolderOpen size={15} />

  if (!info.native_dialogs) {
    return (
      <FileButton
        resetRef={reset}
        accept=".json,.jsonl,application/json"
        onChange={(picked) => {
          void take(picked, onFile)
          reset.current?.()
        }}
      >
        {(props) => (
          <Button variant="default" leftSection={icon} {...props}>
            {label}
          </Button>
        )}
      </FileButton>
    )
  }
  const open = () =>
    studio.openWorkflowFile({}).then(
      (opened) => opened && onFile(opened.file),
      (error: unknown) => toastError(FAILED, error),
    )
  return (
    <Button variant="default" leftSection={icon} onClick={() => void open()}>
      {label}
    </Button>
  )
}

/** Returns handlers that accept a workflow file dropped on an element. */
export function fileDrop(onFile: OnFile) {
  return {
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop: (event: DragEvent) => {
      const [dropped] = event.dataTransfer.files
      if (!dropped) return
      event.preventDefault()
      void take(dropped, onFile)
    },
  }
}
