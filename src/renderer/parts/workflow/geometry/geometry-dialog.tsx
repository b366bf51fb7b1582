/** The dialog that draws lines and zones on a frame of the source. Changes take effect at once; closing keeps them. */
import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { texts } from '../../../texts/texts.ts'
import { GeometryEditor, type GeometryEditorProps } from './geometry-editor.tsx'

interface GeometryDialogButtonProps extends Omit<GeometryEditorProps, 'onDone'> {
  label: string
}

export function GeometryDialogButton({ label, ...props }: GeometryDialogButtonProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant={props.value.length > 0 ? 'default' : 'filled'} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        size="min(1480px, 96vw)"
        title={texts.blocks.geometryDialog.title}
        centered
      >
        <GeometryEditor {...props} onDone={() => setOpen(false)} />
      </Modal>
    </>
  )
}
