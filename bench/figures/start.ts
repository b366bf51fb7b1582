import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '../../src/engine/host/engine-host.ts'
import { inRoot, median, missingFfmpeg, times } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { countAtALine } from '../jobs.ts'
import { DETECTOR, fullHd } from '../media.ts'

export const start: Part = {
  name: 'start',
  title: 'Starting a run',
  missing: missingFfmpeg,
  async measure(): Promise<Figure[]> {
    const video = await fullHd()
    const taken = await times(5, () => firstProgress(video, true))
    const cold = await times(5, () => firstProgress(video, false))
    const figure = (where: string, all: number[], how: string): Figure => ({
      title: `From Run to the first progress, ${where}`,
      value: median(all),
      unit: 's',
      limit: 1,
      detail: `median of ${all.map((s) => s.toFixed(2)).join(', ')} s; ${how}`,
    })
    return [
      figure('in the app', taken, 'an engine process stands by'),
      figure('on the command line', cold, 'engine process included'),
    ]
  },
}

/** Time until a standby process is fully loaded. */
const READY_MS = 4_000

async function firstProgress(video: string, standby: boolean): Promise<number> {
  const outDir = mkdtempSync(join(tmpdir(), 'sightline-start-'))
  const engine = createEngine({ entry: inRoot('out/node/engine.js'), standby })
  if (standby) await sleep(READY_MS)
  const startedAt = performance.now()
  try {
    return await new Promise<number>((resolve, reject) => {
      const run = engine.start({ ...countAtALine(video, DETECTOR), outDir }, (report) => {
        if (report.type !== 'progress' || report.progress.frames_done === 0) return
        resolve((performance.now() - startedAt) / 1000)
        run.cancel()
      })
      run.done.then((outcome) => outcome.error && reject(new Error(outcome.error.message)))
    })
  } finally {
    engine.close()
    rmSync(outDir, { recursive: true, force: true })
  }
}
