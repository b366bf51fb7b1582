/** The “Get a model” dialog: downloads under way, a field for addresses, and the catalogue. */
import { Modal } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { texts } from '../../base/messages/texts.ts'
import { closeGetModel, getModelStore } from './get-model-store.ts'

/** Loaded when the dialog is opened for the first time. */
const Content = lazy(async () => ({ default: (await import('./get-model-content.tsx')).GetModelContent }))

export function GetModelDialog() {
  const open = useStore(getModelStore, (s) => s.open)
  return (
    <Modal opened={open} onClose={closeGetModel} title={texts.getModel.title} size="min(960px, 94vw)">
      <Suspense fallback={null}>
        <Content />
      </Suspense>
    </Modal>
  )
}
