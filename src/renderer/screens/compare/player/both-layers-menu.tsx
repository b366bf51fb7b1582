/** The overlay menu of both players, which share their layers. */
import { useMemo } from 'react'
import { LayersMenu } from '../../../parts/run/inspector/layers-menu.tsx'
import { layersOf } from '../../../parts/run/inspector/layers-of.ts'
import type { Inspection } from '../../../parts/run/inspector/use-inspection.ts'
import { LAYERS } from '../../../parts/run/overlay/layers.ts'

export function BothLayersMenu({ a, b }: { a: Inspection; b: Inspection }) {
  const names = useMemo(() => {
    return [...new Set([...a.frames.index.classNames, ...b.frames.index.classNames])]
  }, [a.frames, b.frames])
  const layers = useMemo(() => {
    const offered = new Set([...layersOf(a.frames, a.scene), ...layersOf(b.frames, b.scene)])
    return LAYERS.filter((layer) => offered.has(layer))
  }, [a.frames, a.scene, b.frames, b.scene])
  return <LayersMenu inspector={a.inspector} classNames={names} layers={layers} medium="source" onMedium={null} />
}
