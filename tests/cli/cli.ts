/** Runs the built command line, each command in a process of its own as a person does, or all in one that is warm. */
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { join } from 'node:path'
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

let host: ChildProcess | null = null
let last: Promise<unknown> = Promise.resolve()

/**
 * The same without a process of its own: the start of one with a platform takes a second. For further cases of commands
 * whose process, with its streams and its exit, another test has started.
 */
export function warmSightline(args: string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = last.then(() => execute({ args, cwd, env: { ...process.env, ...env } }))
  last = ended.catch(() => undefined)
  return ended
}

function execute(command: { args: string[]; cwd: string; env: NodeJS.ProcessEnv }): Promise<Ended> {
  const child = host ?? startHost()
  host = child
  return new Promise((resolve, reject) => {
    const settle = () => {
      child.off('message', onMessage).off('exit', onExit)
      // An idle host does not keep this process alive.
      child.unref()
      child.channel?.unref()
    }
    const onExit = (code: number | null) => {
      host = null
      settle()
      reject(new Error(`The host of commands ended with ${code} during: ${command.args.join(' ')}`))
    }
    const onMessage = (message: unknown) => {
      settle()
      const { ended, failure } = message as { ended?: Ended; failure?: string }
      if (ended) resolve(ended)
      else reject(new Error(failure))
    }
    child.ref()
    child.channel?.ref()
    child.on('message', onMessage).on('exit', onExit)
    child.send(command)
  })
}

const startHost = (): ChildProcess =>
  fork(join(import.meta.dirname, 'command-host.mjs'), [bundle('cli.js')], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
