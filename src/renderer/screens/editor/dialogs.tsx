/** The dialogs of the editor whose content is loaded on first use: versions, a conflict, and the keyboard cheat sheet. */
import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { useExtensions } from '../../base/extensions/extensions.ts'
import { texts } from '../../texts/texts.ts'
import { useDocument, useNames, useSaveState, useSession } from './session/editor-context.ts'
import { setUi, useUi } from './session/ui-store.ts'

/** The versions dialog: a list by time, and the differences between the chosen version and another. */
export function VersionsDialog() {
  const open = useUi((s) => s.versions)
  const close = () => setUi({ versions: false })
  return (
    <Modal opened={open} onClose={close} title={texts.versions.title} size="min(1480px, 96vw)">
      <Suspense fallback={null}>
        <Content onClose={close} />
      </Suspense>
    </Modal>
  )
}

function Content({ onClose }: { onClose(): void }) {
  const { VersionsPanel } = useExtensions()
  const { versions } = useSession()
  const current = useDocument((s) => s.doc)
  const names = useNames()
  return VersionsPanel && <VersionsPanel versions={versions} current={current} names={names} onClose={onClose} />
}

const ConflictChoice = lazy(async () => ({ default: (await import('./conflict/conflict-choice.tsx')).ConflictChoice }))

/** The dialog for a workflow that was changed in another window: shows the differences and lets the user choose. */
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

const EditorKeys = lazy(async () => ({ default: (await import('./commands/editor-keys.tsx')).EditorKeys }))

/** The keyboard cheat sheet over the canvas. */
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
