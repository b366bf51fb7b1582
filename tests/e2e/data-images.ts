/** A data set for the screens of data sets: coloured images in two directories, some with annotations. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Pixels, png } from '../engine/media/still-files.ts'
import type { RunningHost } from './host.ts'
import type { Maker } from './runs-over-bridge.ts'

const scene = (i: number): Pixels => ({
  width: i % 3 === 0 ? 120 : 200,
  height: i % 3 === 0 ? 200 : 120,
  at: (x, y) =>
    x >= 20 && x < 60 && y >= 30 && y < 80
      ? [230, 80, 60]
      : [40 + ((i * 23) % 180), 60 + ((i * 41) % 160), (x + y) % 255],
})

/** The colour of the first class is that of its boxes. */
const CLASSES = [
  { name: 'crate', type: 'bbox' },
  { name: 'pallet', type: 'bbox' },
] as const

export interface MadeDataset {
  id: string
  /** The ids of the images, by file name. */
  ids: ReadonlyMap<string, string>
}

/** Images `image-00.png` and so on: the first `inTrain` in /train, the rest in the root; each second has a crate. */
export async function makeDataset(
  maker: Maker,
  { dataDir }: RunningHost,
  { name, count, inTrain }: { name: string; count: number; inTrain: number },
): Promise<MadeDataset> {
  const { id } = await maker.api<{ id: string }>('datasets.create', { body: { name, classes: CLASSES } })
  const ids = new Map<string, string>()
  for (let i = 0; i < count; i++) {
    const filename = `image-${String(i).padStart(2, '0')}.png`
    const path = join(dataDir, filename)
    writeFileSync(path, png(scene(i)))
    const gcs_uri = await maker.upload(path, 'source')
    const body = { dataset: id, gcs_uri, directory_path: i < inTrain ? '/train' : '/' }
    ids.set(filename, (await maker.api<{ id: string }>('images.import', { body })).id)
  }
  const boxOf = (i: number) => ({
    name: i % 4 === 0 ? 'pallet' : 'crate',
    type: 'bbox',
    confidence: null,
    bounding_box: { x: 20, y: 30, w: 40, h: 50 },
  })
  const saves = [...ids.values()].flatMap((image_id, i) => (i % 2 === 0 ? [{ image_id, annotations: [boxOf(i)] }] : []))
  await maker.api('annotations.bulk', { body: { saves } })
  return { id, ids }
}
