/** The presets against what the toolkits themselves feed: `tools/fixtures/references/preset_tensors.py`. */
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { expect, it, test } from 'vitest'
import { imageTensor } from '../../../src/engine/inference/image-tensor.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { tripleOf } from '../../../src/shared/domain/conversion.ts'
import { MODEL_PRESETS, type ModelPreset } from '../../../src/shared/domain/model-presets.ts'
import { png } from '../media/still-files.ts'
import { tempDir } from '../media/temp-dir.ts'

interface Fixture {
  picture: { width: number; height: number }
  input: { width: number; height: number; layout: 'nchw' | 'nhwc' }
  /** x, y, and the values of the channels as they are fed. */
  points: [number, number, number, number, number][]
}

const FOLDER = new URL('../../fixtures/presets/', import.meta.url)
/** Levels of 255: toolkits round the resized picture to bytes, and a crop may start half a pixel aside. */
const TOLERANCE = 1.5

const file = tempDir()
const fixtureOf = ({ id }: ModelPreset): Fixture => JSON.parse(readFileSync(new URL(`${id}.json`, FOLDER), 'utf8'))

/** The picture of the script. */
const picture = ({ width, height }: Fixture['picture']) => ({
  width,
  height,
  at: (x: number, y: number): [number, number, number] => [
    20 + Math.floor((x * 200) / (width - 1)),
    240 - Math.floor((y * 180) / (height - 1)),
    30 + Math.floor(((x + y) * 100) / (width + height - 2)),
  ],
})

async function fedBy({ id, conversion }: ModelPreset, fixture: Fixture) {
  const { fit, crop, bars = [114], channels = 'rgb', scale = 1, mean = [0], deviation = [1] } = conversion
  const { width, height, layout } = fixture.input
  const path = file(`${id}.png`)
  await writeFile(path, png(picture(fixture.picture)))
  const reader = await openMedia(path)
  const image = new Float32Array(3 * width * height)
  for await (const frame of reader.frames()) {
    frame.letterbox(image, { width, height, fit, crop, bars: tripleOf(bars) })
    frame.close()
  }
  await reader.close()
  const pixels = { channels, scale, mean: tripleOf(mean), deviation: tripleOf(deviation) }
  const { data } = imageTensor(image, { width, height, layout, elementType: 'float32', ...pixels })
  const values = data as Float32Array
  return (x: number, y: number, c: number): number =>
    values[layout === 'nhwc' ? 3 * (y * width + x) + c : (c * height + y) * width + x] as number
}

test.each(MODEL_PRESETS.map((preset) => [preset.id, preset] as const))(
  '%s feeds a model what its toolkit feeds',
  async (_, preset) => {
    const fixture = fixtureOf(preset)
    const fed = await fedBy(preset, fixture)
    const deviation = tripleOf(preset.conversion.deviation ?? [1])
    const level = (preset.conversion.scale ?? 1) / 255
    let worst = 0
    for (const [x, y, ...wanted] of fixture.points) {
      for (const c of [0, 1, 2] as const) {
        const off = Math.abs(fed(x, y, c) - wanted[c]) * (deviation[c] / level)
        worst = Math.max(worst, off)
      }
    }
    expect(worst).toBeLessThan(TOLERANCE)
  },
)

it('has a fixture of each preset, and none of others', () => {
  const tested = readdirSync(FOLDER).map((name) => name.replace(/\.json$/, ''))
  expect(tested.sort()).toEqual(MODEL_PRESETS.map(({ id }) => id).sort())
})
