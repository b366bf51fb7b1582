/**
 * Collects the detections of all models upstream of a block for a frame. Trackers drop uncertain detections and
 * conditions send frames down another branch, but regions to be hidden must be hidden regardless.
 */

import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import type { Outputs } from './executor.ts'
import type { AnyPlannedNode, Inlet } from './plan.ts'

/** Returns whether a filter with this config passes the detection. */
export const keeps = ({ min_confidence, keep_classes }: ConfigOf<'filter'>, { score, className }: Detection): boolean =>
  score >= min_confidence && (keep_classes.length === 0 || keep_classes.includes(className))

export interface Finding {
  detection: Detection
  /** True when a model that runs on this one's crops did not receive it: the crop may contain anything. */
  unseen: boolean
}

/** `outputsOf` returns the outputs for the frame in question. Filters apply: they drop detections on purpose. */
export async function findingsFor(
  inlets: readonly Inlet[],
  nodes: ReadonlyMap<string, AnyPlannedNode>,
  outputsOf: (nodeId: string) => Outputs | Promise<Outputs> | undefined,
): Promise<Finding[]> {
  const known = new Map<string, Promise<Finding[]>>()

  const before = async (wires: readonly Inlet[]): Promise<Finding[]> => {
    const lists = await Promise.all([...new Set(wires.map((w) => w.from))].map(of))
    const once = new Map<Detection, Finding>()
    for (const finding of lists.flat()) {
      if (finding.unseen || !once.has(finding.detection)) once.set(finding.detection, finding)
    }
    return [...once.values()]
  }
  const of = (id: string): Promise<Finding[]> => {
    let findings = known.get(id)
    if (!findings) {
      findings = findAt(nodes.get(id) as AnyPlannedNode)
      known.set(id, findings)
    }
    return findings
  }
  const findAt = async (node: AnyPlannedNode): Promise<Finding[]> => {
    if (node.kind === 'model') {
      const packet = (await outputsOf(node.id))?.detections
      const parents = await before(node.inlets)
      if (packet?.type !== 'detections') return parents.map(({ detection }) => ({ detection, unseen: true }))
      return [...parents, ...packet.detections.map((detection) => ({ detection, unseen: false }))]
    }
    const all = await before(node.inlets)
    if (node.kind === 'filter') return all.filter((f) => f.unseen || keeps(node.config, f.detection))
    if (node.kind !== 'crop' || node.config.source_classes.length === 0) return all
    return all.filter((f) => f.unseen || node.config.source_classes.includes(f.detection.className))
  }

  return before(inlets)
}
