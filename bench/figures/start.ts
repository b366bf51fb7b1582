import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngine } from '../../src/engine/host.ts'
import { inRoot, median, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine } from '../jobs.ts'
import { DETECTOR, fullHd } from '../media.ts'

export const start: Part = {
  name: 'start',
  title: 'Starting a run',
  async measure(): Promise<Figure[]> {
    const film = await fullHd()
    const taken = await times(5, () => firstProgress(film))
    return [
      {
        title: 'From Run to the first progress, engine process included',
        value: median(taken),
        unit: 's',
        limit: 1,
        detail: `median of ${taken.map((s) => s.toFixed(2)).join(', ')} s`,
      },
    ]
  },
}

async function firstProgress(film: string): Promise<number> {
  const outDir = mkdtempSync(join(tmpdir(), 'sightline-start-'))
  const engine = createEngine({ entry: inRoot('out/node/engine.js') })
  const startedAt = performance.now()
  try {
    return await new Promise<number>((resolve, reject) => {
      const run = engine.start({ ...countAtALine(film, DETECTOR), outDir }, (report) => {
        if (report.type !== 'progress' || report.progress.frames_done === 0) return
        resolve((performance.now() - startedAt) / 1000)
        run.cancel()
      })
      run.done.then((outcome) => outcome.error && reject(new Error(outcome.error.message)))
    })
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
