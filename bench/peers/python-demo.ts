/** The peer in Python: the demo workflow as a script, in an environment that its user has installed. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Cost, inRoot } from '../child.ts'

const run = promisify(execFile)
const python = (): string => process.env.SIGHTLINE_BENCH_PYTHON || 'python3'

/** Null when the packages are there, else a sentence that says how to install them. */
export async function missingPython(): Promise<string | null> {
  try {
    await run(python(), ['-c', 'import av, cv2, numpy, onnxruntime, supervision, trackers'])
    return null
  } catch {
    return (
      `${python()} lacks packages of the peer. Install them with “python3 -m venv peer && peer/bin/pip install -r ` +
      'bench/peers/requirements.txt”, and set SIGHTLINE_BENCH_PYTHON=peer/bin/python.'
    )
  }
}

export async function pythonDemo(video: string, model: string, workflow: string): Promise<Cost> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-peer-'))
  try {
    const { stdout } = await run(python(), [inRoot('bench/peers/demo.py'), video, model, workflow, folder])
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
