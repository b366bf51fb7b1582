/** The dialog with a model's input, which several screens open; the shell renders it once. */
import { createStore } from 'zustand/vanilla'
import type { PickedSource } from '../../../../shared/bridge/studio.ts'
import type { Specimen } from './trial/trial.ts'

export interface ModelInputState {
  readonly open: boolean
  /** The model’s id, and its name for the title; null before the first opening. */
  readonly model: { readonly id: string; readonly name: string } | null
  /** The video or image of the workflow from which the dialog was opened. */
  readonly source: PickedSource | null
  /** The picture of the last trial: the next model is tried on it too. */
  readonly specimen: Specimen | null
}

export const modelInputStore = createStore<ModelInputState>()(() => ({
  open: false,
  model: null,
  source: null,
  specimen: null,
}))

export const openModelInput = ({ id, name }: { id: string; name: string }, source: PickedSource | null = null): void =>
  modelInputStore.setState({ open: true, model: { id, name }, source })

/** The request is kept, so that the content does not change while the dialog fades out. */
export const closeModelInput = (): void => modelInputStore.setState({ open: false })
