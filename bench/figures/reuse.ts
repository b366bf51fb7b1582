import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/host/engine-host.ts'
import { inRoot, median, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { tracksOf } from '../one-hour-of-tracks.ts'

export const reuse: Part = {
  name: 'reuse',
  title: 'Measuring again what an earlier run has tracked',
  async measure(): Promise<Figure[]> {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-hour-'))
    const engine = createEngine({ entry: inRoot('out/node/engine.js') })
    try {
      const job = await tracksOf(1, folder)
      let runs = 0
      const taken = await times(7, async () => {
        const startedAt = performance.now()
        const { status, error } = await engine.start({ ...job, outDir: join(folder, `out-${runs++}`) }, () => undefined)
          .done
        if (status !== 'completed') throw new Error(`the run ended with ${status}: ${error?.message}`)
        return (performance.now() - startedAt) / 1000
      })
      return [
        {
          title: 'One hour of tracks (30 frames/s, 6 tracks, a line and a zone), engine process included',
          value: median(taken),
          unit: 's',
          limit: 1,
          detail: `median of ${taken.map((s) => s.toFixed(2)).join(', ')} s`,
        },
      ]
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
