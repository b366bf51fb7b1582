/** The “Get a model” dialog, which several screens open; the shell renders it once. */
import { createStore } from 'zustand/vanilla'
import type { MODEL_USES } from '../../../../shared/domain/model-catalogue.ts'
import type { ModelTask } from '../../../../shared/domain/model-types.ts'

export type ModelUse = (typeof MODEL_USES)[number]

/** A block that gets the model, and its setting that names one. */
export interface ModelReceiver {
  readonly workflowId: string
  readonly nodeId: string
  /** The block's title, as shown. */
  readonly title: string
  readonly field: 'model_id' | 'reid_model_id'
}

export interface GetModelState {
  readonly open: boolean
  readonly receiver: ModelReceiver | null
  /** The initial filter; null shows every use. */
  readonly use: ModelUse | null
}

const CLOSED: GetModelState = { open: false, receiver: null, use: null }

export const getModelStore = createStore<GetModelState>()(() => CLOSED)

export const openGetModel = (request: Partial<Omit<GetModelState, 'open'>> = {}): void =>
  getModelStore.setState({ ...CLOSED, ...request, open: true })

/** The request is kept, so that the content does not change while the dialog fades out. */
export const closeGetModel = (): void => getModelStore.setState({ open: false })

const USES: Record<ModelTask, ModelUse> = {
  object_detection: 'detect',
  semantic_segmentation: 'segment',
  instance_segmentation: 'segment',
  keypoint_detection: 'pose',
  classification: 'classify',
  reid: 'reid',
}

export const typicalUse = (task: ModelTask): ModelUse => USES[task]
