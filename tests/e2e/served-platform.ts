/** `sightline serve` for a test: a real process on a data folder of its own. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { newDataDir, removeDataDir, root } from './host.ts'

export interface ServedPlatform {
  baseUrl: string
  ownerKey: string
  /** The one-time link for the first owner. */
  ownerLink: string
  stop(): Promise<void>
}

/** `options`: further ones of the command; `env`: further variables. */
export async function servePlatform(options: readonly string[] = [], env = {}): Promise<ServedPlatform> {
  const dataDir = newDataDir()
  const cli = join(root, 'out', 'node', 'cli.js')
  const child = spawn(process.execPath, [cli, 'serve', '--port', '0', '--data', dataDir, ...options], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const [, baseUrl, ownerLink, ownerKey] = await new Promise<RegExpExecArray>((resolve, reject) => {
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more
      const found = /serves (\S+) [\s\S]*24 hours: (\S+)[\s\S]*(pk_live_\S+)/.exec(text)
      if (found) resolve(found)
    })
    child.once('exit', () => reject(new Error(`The server ended: ${text}`)))
  })
  return {
    baseUrl: baseUrl as string,
    ownerKey: ownerKey as string,
    ownerLink: ownerLink as string,
    async stop() {
      child.kill('SIGTERM')
      await ended
      removeDataDir(dataDir)
    },
  }
}
