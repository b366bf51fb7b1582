/** The head as Ultralytics’ exporter describes it in the file (ultralytics/ultralytics, engine/exporter.py). */
import type { TriedModel } from './family.ts'

type Metadata = Pick<TriedModel, 'metadata'>

/** The class of the head in nn/modules/head.py, such as `Detect`; null in files from before 8.4. */
export const headClassOf = ({ metadata }: Metadata): string | null => metadata.head ?? null

/** Returns whether the head, or `nms=True`, suppresses overlapping boxes; null when the file does not state it. */
export function suppressesItself({ metadata }: Metadata): boolean | null {
  if (metadata.end2end === 'True' || /'nms': True\b/.test(metadata.args ?? '')) return true
  return metadata.end2end === 'False' ? false : null
}
