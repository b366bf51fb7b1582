import { createMeasurer } from '../../src/engine/measure/measurer.ts'
import { withDefaults } from '../../src/shared/blocks/catalogue.ts'
import { measure as block, type Geometry } from '../../src/shared/blocks/measure.ts'
import { spreadOf } from '../clock.ts'
import { detectionsAt, FPS, SIZE } from './scene.ts'

/** One update of lines and zones, half of each, in ms. */
export async function measure({ tracks, geometries }: { tracks: number; geometries: number }) {
  const shapes = Array.from({ length: geometries }, (_, i): Geometry => {
    const [x, y] = [0.05 + (i % 5) * 0.18, 0.05 + Math.floor(i / 5) * 0.22]
    const corners: [number, number][] = [
      [x, y],
      [x + 0.15, y + 0.02],
      [x + 0.12, y + 0.19],
      [x + 0.02, y + 0.15],
    ]
    const zone = i % 2 === 1
    return { kind: zone ? 'zone' : 'line', name: `${block.title} ${i}`, points: zone ? corners : corners.slice(0, 2) }
  })
  const measurer = createMeasurer('measure', withDefaults('measure', { geometries: shapes }))
  const frames = Array.from({ length: 500 }, (_, i) =>
    detectionsAt(i, tracks).map((d) => ({ ...d, trackId: d.id + 1 })),
  )
  return spreadOf(3000, (i) => {
    measurer.update(frames[i % frames.length] as never, { ...SIZE, index: i, ptsS: i / FPS })
  })
}
