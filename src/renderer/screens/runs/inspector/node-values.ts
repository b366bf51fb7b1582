/** The output of a block at the current frame, derived from the run's files. */
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'

/** Detections of a model, tracks of a tracker, counts so far of a measure block; null for every other block. */
export function nodeValue(
  { frames: { index }, frameS, scene, counts }: Pick<Inspection, 'frames' | 'frameS' | 'scene' | 'counts'>,
  node: { id: string; kind: string | undefined },
  timeS: number,
): string | null {
  const before = index.frameAtOrBefore(timeS)
  const at = before >= 0 && timeS - index.timeOf(before) <= frameS * 1.5 ? before : -1
  if (node.kind === 'measure') {
    if (!counts) return null
    const moment = { timeS, frameNumber: at >= 0 ? index.frameNumberOf(at) : null }
    const own = scene.geometries.filter((g) => g.nodeId === node.id)
    return own.map((g) => `${g.name}: ${counts.label(g.kind, g.nodeId, g.name, moment)}`).join('; ')
  }
  if (at < 0) return null
  if (node.kind === 'model') return String(index.detectionsOf(at).filter((d) => d.modelNodeId === node.id).length)
  if (node.kind === 'track') return String(index.detectionsOf(at).filter((d) => d.trackId !== null).length)
  return null
}
