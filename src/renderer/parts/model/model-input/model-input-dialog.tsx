/** The dialog that shows how pictures become the input of a model, and changes it. */
import { Modal } from '@mantine/core'
import { lazy, Suspense, useCallback, useRef } from 'react'
import { useStore } from 'zustand'
import { confirm } from '../../../base/ui/confirm.tsx'
import { texts } from '../../../texts/texts.ts'
import { closeModelInput, modelInputStore } from './model-input-store.ts'

/** Loaded when the dialog is opened for the first time. */
const Content = lazy(async () => ({ default: (await import('./model-input-content.tsx')).ModelInputContent }))

const words = texts.modelInput

export function ModelInputDialog() {
  const { open, model, source } = useStore(modelInputStore)
  const isChanged = useRef(false)
  const onChanged = useCallback((now: boolean) => {
    isChanged.current = now
  }, [])
  const close = () => {
    if (!isChanged.current) return closeModelInput()
    confirm({
      title: words.discard.title,
      children: words.discard.text,
      action: words.discard.action,
      onConfirm: async () => {
        isChanged.current = false
        closeModelInput()
      },
    })
  }
  return (
    <Modal opened={open} onClose={close} title={model ? words.dialog(model.name) : ''} size="min(1280px, 96vw)">
      <Suspense fallback={null}>
        {model && <Content key={model.id} modelId={model.id} source={source} onChanged={onChanged} />}
      </Suspense>
    </Modal>
  )
}
