/** The “Get a model” dialog: downloads under way, a field for addresses, and the catalogue. */
import { Modal } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { useStore } from 'zustand'
import { texts } from '../../../texts/texts.ts'
import { closeGetModel, getModelStore } from './get-model-store.ts'

/** Loaded when the dialog is opened for the first time. */
const Content = lazy(async () => ({ default: (await import('./get-model-content.tsx')).GetModelContent }))

export function GetModelDialog() {
  const open = useStore(getModelStore, (s) => s.open)
  useEffect(() => {
    if (!open) return
    // Prevented, so that the screen behind does not act on the key when a removed row had the focus.
    const onKeyDown = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || e.isComposing) return
      e.preventDefault()
      closeGetModel()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [open])
  return (
    <Modal
      opened={open}
      onClose={closeGetModel}
      closeOnEscape={false}
      title={texts.getModel.title}
      size="min(960px, 94vw)"
    >
      <Suspense fallback={null}>
        <Content />
      </Suspense>
    </Modal>
  )
}
