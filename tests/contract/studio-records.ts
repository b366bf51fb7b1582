/** The values of valid records of the Studio. */
import { detectingGraph } from '../platform/support/graphs.ts'

export const BATCH = {
  id: 'b-1',
  workflow_id: 'w-1',
  workflow_name: 'Gate',
  created_at: '2026-03-04T10:00:00.000Z',
  items: [],
}
export const TRUTH = {
  format: 'sightline-truth',
  version: 1,
  media: { sha256: 'a'.repeat(64), name: 'street.mp4' },
  places: [],
}
export const labelsOf = (run_id: string) => ({ run_id, name: 'Night', tags: ['rain'], note: null })
export const VERSION = { kind: 'named', note: 'First', graph: detectingGraph(), layout: null }
