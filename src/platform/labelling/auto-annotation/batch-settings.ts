/** The settings of a batch, as its job reads them. */
import type { PassSettings } from './batch-passes.ts'

export interface BatchSettings {
  classes: readonly { name: string; output_type: 'polygon' | 'bbox' }[]
  confidence: number
  /** The most tags that a classifier gives each image; null for other models. */
  topK: number | null
  tileSize: number | null
  /** True when its results wait for a review. */
  asPending: boolean
}

export const passSettings = (
  modelId: string | null,
  settings: Pick<BatchSettings, 'classes' | 'tileSize'>,
): PassSettings =>
  modelId === null
    ? { searchedClasses: settings.classes.length, tileSize: settings.tileSize }
    : { searchedClasses: 0, tileSize: null }
