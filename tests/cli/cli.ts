/** Runs the built command line as a person does. */
import { spawn } from 'node:child_process'
import { bundle } from '../engine/support/bundles.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export function sightline(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bundle('cli.js'), ...args], { cwd, env: { ...process.env, ...env } })
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}
