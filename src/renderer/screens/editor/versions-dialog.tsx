/** The versions dialog: a list by time, and the differences between the chosen version and another. */
import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { texts } from '../../base/messages/texts.ts'
import { useUi } from './session/editor-context.ts'
import { setUi } from './session/ui-store.ts'

const VersionsPanel = lazy(async () => ({ default: (await import('../versions/versions-panel.tsx')).VersionsPanel }))

export function VersionsDialog() {
  const open = useUi((s) => s.versions)
  const close = () => setUi({ versions: false })
  return (
    <Modal opened={open} onClose={close} title={texts.versions.title} size="min(1480px, 96vw)">
      <Suspense fallback={null}>
        <VersionsPanel onClose={close} />
      </Suspense>
    </Modal>
  )
}
