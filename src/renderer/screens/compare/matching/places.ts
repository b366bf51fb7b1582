/** Pairs the lines and zones of two runs. */
import type { RunCounts } from '../../../../shared/domain/event.ts'
import { GEOMETRY_COLORS, geometryColor } from '../../../../shared/domain/geometry-color.ts'
import { colorOf, geometryKey, type RunScene } from '../../../parts/run/overlay/run-scene.ts'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'

export interface Place {
  key: string
  kind: 'line' | 'zone'
  title: string
  color: string
  inA: boolean
  inB: boolean
}

export interface Places {
  all: readonly Place[]
  /** Returns the key of a place, the same for both runs. */
  keyOf(side: 'a' | 'b', nodeId: string, name: string): string
}

interface Known {
  nodeId: string
  name: string
  kind: 'line' | 'zone'
  color: string
}

/** Returns the lines and zones of a run: those of its graph, and those that occur only in its counts or events. */
export function placesOf(scene: RunScene, counts: RunCounts, events: readonly EventRow[]): Known[] {
  const all = new Map<string, Known>()
  const add = (one: Known) => {
    const key = geometryKey(one.nodeId, one.name)
    if (!all.has(key)) all.set(key, one)
  }
  for (const { nodeId, name, kind, color } of scene.geometries) add({ nodeId, name, kind, color })
  for (const { node_id, name } of counts.lines) add({ nodeId: node_id, name, kind: 'line', color: '' })
  for (const { node_id, name } of counts.zones) add({ nodeId: node_id, name, kind: 'zone', color: '' })
  for (const { nodeId, geometry, type } of events)
    add({ nodeId, name: geometry, kind: type === 'line_crossing' ? 'line' : 'zone', color: '' })
  return [...all.values()]
}

/** Pairs places of the same name in the same block, then places of the same name and kind in different blocks. */
export function pairPlaces(a: readonly Known[], b: readonly Known[]): Places {
  const keyInB = new Map<string, string>()
  const free = new Map(a.map((one) => [geometryKey(one.nodeId, one.name), one]))
  const pair = (fits: (one: Known, other: Known) => boolean) => {
    for (const other of b) {
      const own = geometryKey(other.nodeId, other.name)
      if (keyInB.has(own)) continue
      const found = [...free].find(([, one]) => fits(one, other))
      if (!found) continue
      keyInB.set(own, found[0])
      free.delete(found[0])
    }
  }
  pair((one, other) => one.nodeId === other.nodeId && one.name === other.name)
  pair((one, other) => one.kind === other.kind && one.name === other.name)
  const onlyInB = (key: string) => `b\n${key}`
  const taken = new Set(keyInB.values())
  const nextColor = freeColors(a)
  return {
    all: [
      ...a.map(({ nodeId, name, kind, color }) => {
        const key = geometryKey(nodeId, name)
        return { key, kind, title: name, color, inA: true, inB: taken.has(key) }
      }),
      ...b
        .filter((one) => !keyInB.has(geometryKey(one.nodeId, one.name)))
        .map(({ nodeId, name, kind, color }) => {
          const key = onlyInB(geometryKey(nodeId, name))
          return { key, kind, title: name, color: color && nextColor(), inA: false, inB: true }
        }),
    ],
    keyOf(side, nodeId, name) {
      const own = geometryKey(nodeId, name)
      return side === 'a' ? own : (keyInB.get(own) ?? onlyInB(own))
    },
  }
}

/** Returns a generator of colours that no place of A has, as long as there are any. */
function freeColors(a: readonly Known[]): () => string {
  const used = new Set(a.map(({ color }) => color))
  let next = 0
  return () => {
    for (const start = next; used.has(geometryColor(next)) && next < start + GEOMETRY_COLORS; ) next++
    return geometryColor(next++)
  }
}

/** Recolours B's overlay with the colours of the comparison: those of A where A has the same place or class. */
export function inColorsOf(a: RunScene, b: RunScene, { all, keyOf }: Places): RunScene {
  const colors = new Map(all.map(({ key, color }) => [key, color]))
  const recolored = Object.entries(b.styles).map(([name, style]) => [name, { ...style, color: colorOf(a, name) }])
  return {
    ...b,
    geometries: b.geometries.map((g) => ({ ...g, color: colors.get(keyOf('b', g.nodeId, g.name)) || g.color })),
    styles: {
      ...b.styles,
      ...Object.fromEntries(recolored.filter(([name]) => Object.hasOwn(a.styles, name as string))),
    },
  }
}
