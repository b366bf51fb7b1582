/** Builds the input of a node from the packets on its wires. */
import type { Detection } from '../../shared/domain/detection.ts'
import type { Frame } from '../media/frame.ts'
import type { NodeInput } from './executor.ts'
import { mergeDetections } from './merge-detections.ts'
import type { Packet } from './packet.ts'
import type { Inlet, PlannedNode } from './plan.ts'

const NONE: readonly never[] = []

/** Millions of these are made in a run that decodes nothing: only inputs with packets are allocated. */
export function inputOf(
  frame: Frame,
  { inlets, union }: Pick<PlannedNode, 'inlets' | 'union'>,
  packets: readonly (Packet | undefined)[],
  found: NodeInput['found'],
): NodeInput {
  let frames: NodeInput['frames'] = NONE
  let events: NodeInput['events'] = NONE
  let detections: NodeInput['detections'] = null
  let lists: (readonly Detection[])[] | null = null
  for (let i = 0; i < packets.length; i++) {
    const packet = packets[i]
    const { from } = inlets[i] as Inlet
    if (packet?.type === 'frames') frames = [...frames, { ...packet, from }]
    else if (packet?.type === 'events') events = [...events, { ...packet, from }]
    else if (packet?.type === 'detections') {
      if (detections === null) detections = packet.detections
      else {
        lists ??= [detections]
        lists.push(packet.detections)
      }
    }
  }
  if (detections !== null && (lists !== null || union !== undefined)) {
    detections = mergeDetections(lists ?? [detections], union)
  }
  return { frame, frames, detections, events, found }
}
