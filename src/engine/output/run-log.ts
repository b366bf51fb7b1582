/**
 * The run's log: lines in `run.log` and live reports of them. Written synchronously, so that it outlives a killed
 * engine.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { logText } from '../../shared/domain/log-text.ts'
import type { Artifact, LogLine } from '../../shared/domain/run.ts'
import { type Sayable, saidOf } from '../../shared/messages/said.ts'
import { outputFailure, type Wording } from '../core/run-failure.ts'
import { fileArtifact } from './output-folder.ts'

export interface RunLog {
  write(level: LogLine['level'], sayable: Sayable, nodeId?: string | null): void
}

export const LOG_NAME = 'run.log'

export const logArtifact = (outDir: string): Promise<Artifact> => fileArtifact(outDir, LOG_NAME, 'log', 'text/plain')

export const logLine = (level: LogLine['level'], sayable: Sayable, nodeId: string | null = null): LogLine => ({
  at: new Date().toISOString(),
  level,
  ...saidOf(sayable),
  node_id: nodeId,
})

/** `wording` is applied to every message last. Raises `output_unwritable` or `disk_full`. */
export function createRunLog(
  outDir: string,
  onLine: (line: LogLine) => void,
  wording: Wording,
  { append = false } = {},
): RunLog {
  const path = join(outDir, LOG_NAME)
  try {
    mkdirSync(outDir, { recursive: true })
    writeFileSync(path, '', { flag: append ? 'a' : 'w' })
  } catch (error) {
    throw outputFailure(error, outDir) ?? error
  }
  return {
    write(level, sayable, nodeId = null) {
      const line = logLine(level, wording(saidOf(sayable)), nodeId)
      onLine(line)
      try {
        appendFileSync(path, logText(line))
      } catch {
        // A full disk fails the run when results are written; the log must not hide that error.
      }
    },
  }
}
