/** The keyboard cheat sheet over the canvas. */
import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'

const EditorKeys = lazy(async () => ({ default: (await import('./editor-keys.tsx')).EditorKeys }))

export function KeySheetDialog() {
  const open = useUi((s) => s.keySheet)
  return (
    <Modal
      opened={open}
      onClose={() => setUi({ keySheet: false })}
      title={texts.editor.commands.items.keySheet}
      size="xl"
      centered
    >
      <Suspense fallback={null}>
        <EditorKeys />
      </Suspense>
    </Modal>
  )
}
