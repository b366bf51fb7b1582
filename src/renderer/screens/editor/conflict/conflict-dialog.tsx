/** The dialog for a workflow that was changed in another window: shows the differences and lets the user choose. */
import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { texts } from '../../../texts/texts.ts'
import { useSaveState, useUi } from '../session/editor-context.ts'
import { setUi } from '../session/ui-store.ts'

const ConflictChoice = lazy(async () => ({ default: (await import('./conflict-choice.tsx')).ConflictChoice }))

export function ConflictDialog() {
  const theirs = useSaveState((s) => (s.status === 'conflict' ? s.theirs : null))
  const open = useUi((s) => s.conflict)
  useEffect(() => setUi({ conflict: theirs !== null }), [theirs])
  return (
    <Modal
      opened={open && theirs !== null}
      onClose={() => setUi({ conflict: false })}
      title={texts.editor.conflict.title}
      size="min(1200px, 96vw)"
    >
      <Suspense fallback={null}>{theirs && <ConflictChoice theirs={theirs.doc} />}</Suspense>
    </Modal>
  )
}
