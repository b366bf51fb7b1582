/** A store with the API of S3 for tests and for a cluster on this machine: s3rver, in a process of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * @typedef {object} ObjectStoreServer
 * @property {string} endpoint
 * @property {(prefix: string) => string} url the address of a prefix of the bucket, as `--store` takes it
 * @property {() => Promise<void>} leave ends the server; its objects stay
 * @property {() => Promise<void>} comeBack starts it again at the same address
 * @property {() => Promise<void>} close
 */

/** Key and secret of its only account. */
export const ACCOUNT = 'S3RVER'
export const BUCKET = 'pictures'

/**
 * Starts the server on an empty folder.
 * @returns {Promise<ObjectStoreServer>}
 */
export async function startObjectStore() {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-s3rver-'))
  let server = spawnStore(folder, '0')
  const endpoint = await endpointOf(server)
  async function leave() {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  return {
    endpoint,
    url: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
    leave,
    async comeBack() {
      await leave()
      server = spawnStore(folder, new URL(endpoint).port)
      await endpointOf(server)
    },
    async close() {
      await leave()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * In a process of its own: the tokens of its listings need a cipher that OpenSSL has only on request.
 * @param {string} folder
 * @param {string} port
 */
function spawnStore(folder, port) {
  const program = join(createRequire(import.meta.url).resolve('s3rver/package.json'), '../bin/s3rver.js')
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', port, '--no-vhost-buckets', '--configure-bucket', BUCKET]
  return spawn(process.execPath, ['--openssl-legacy-provider', program, ...options])
}

/**
 * The address that it prints.
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function endpointOf({ stdout, stderr }) {
  return new Promise((resolve, reject) => {
    let text = ''
    /** @param {Buffer} part */
    const read = (part) => {
      text += part
      const [, address] = /listening on (\S+:\d+)/.exec(text) ?? []
      if (address) resolve(`http://${address}`)
    }
    stdout?.on('data', read)
    stderr?.on('data', read)
    stdout?.on('close', () => reject(new Error(text)))
  })
}
