/** The packets passed along wires for one frame. */
import type { Detection } from '../../shared/domain/detection.ts'
import type { MeasureEvent } from '../../shared/domain/event.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { Frame } from '../media/frame.ts'

/** A region of a frame, in pixels of the frame. */
export interface Region {
  box: Box
  parentId: number
}

export interface FramesPacket {
  type: 'frames'
  frame: Frame
  /** Null: the whole frame. */
  regions: readonly Region[] | null
}

export interface DetectionsPacket {
  type: 'detections'
  detections: readonly Detection[]
}

/** A line or zone for drawing: points in shares of the frame, the label with its current counts. */
export interface SceneGeometry {
  kind: 'line' | 'zone'
  name: string
  points: readonly (readonly [number, number])[]
  label: string
}

export interface EventsPacket {
  type: 'events'
  events: readonly MeasureEvent[]
  geometries: readonly SceneGeometry[]
}

export type Packet = FramesPacket | DetectionsPacket | EventsPacket

/** By output port; an omitted port emits nothing for this frame. */
export type Outputs = Readonly<Record<string, Packet>>

export const NOTHING: Outputs = {}
