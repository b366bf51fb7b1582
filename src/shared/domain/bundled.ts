/** Resources that ship with the app, by the names that workflows use. Paths are relative to the resources folder. */
import { own } from './own.ts'

const DEMO_VIDEO = 'sightline://demo/street-crossing.mp4'

export interface BundledModel {
  /** The ONNX file; its card lies beside it. */
  file: string
  /** Source handles that it was made for, matching the limits in its card. */
  suits: readonly string[]
}

/** By model id. */
export const BUNDLED_MODELS: Readonly<Record<string, BundledModel>> = {
  'street-detector': { file: 'models/street-detector.onnx', suits: [DEMO_VIDEO] },
}

/** Source handle to media file. */
export const BUNDLED_MEDIA: Readonly<Record<string, string>> = {
  [DEMO_VIDEO]: 'demo/street-crossing.mp4',
}

/** Template key to workflow file. */
export const BUNDLED_TEMPLATES: Readonly<Record<string, string>> = {
  'count-at-a-line': 'templates/count-at-a-line.sightline.json',
  'occupancy-and-dwell': 'templates/occupancy-and-dwell.sightline.json',
  'moving-camera': 'templates/moving-camera.sightline.json',
  'crop-and-look-again': 'templates/crop-and-look-again.sightline.json',
  'two-models-united': 'templates/two-models-united.sightline.json',
  'small-objects': 'templates/small-objects.sightline.json',
  'alert-webhook': 'templates/alert-webhook.sightline.json',
  'two-branches': 'templates/two-branches.sightline.json',
  'privacy-blur': 'templates/privacy-blur.sightline.json',
  'annotate-a-data-set': 'templates/annotate-a-data-set.sightline.json',
}

export const DEMO_TEMPLATE = 'count-at-a-line'

export const bundledModel = (modelId: string): BundledModel | null => own(BUNDLED_MODELS, modelId) ?? null
export const bundledMedia = (uri: string): string | null => own(BUNDLED_MEDIA, uri) ?? null
export const bundledTemplate = (key: string): string | null => own(BUNDLED_TEMPLATES, key) ?? null
