/** The versions dialog: a list by time, and the differences between the chosen version and another. */
import { Modal } from '@mantine/core'
import { Suspense } from 'react'
import { useExtensions } from '../../base/extensions/extensions.ts'
import { texts } from '../../texts/texts.ts'
import { useDocument, useSession, useUi } from './session/editor-context.ts'
import { setUi } from './session/ui-store.ts'
import { useNames } from './session/use-names.ts'

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
