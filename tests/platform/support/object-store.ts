/** A store with the API of S3 in a process of its own: s3rver, which others wrote. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'

/** Key and secret of its only account. */
export const ACCOUNT = 'S3RVER'
export const BUCKET = 'pictures'

export interface TestStore {
  endpoint: string
  /** The address of a prefix of the bucket, as `--store` takes it. */
  url(prefix: string): string
  put(key: string, body: string): Promise<void>
  /** Keys below a prefix. */
  keys(prefix: string): Promise<string[]>
  /** Ends the server; its objects stay. */
  leave(): Promise<void>
  /** Starts it again at the same address. */
  comeBack(): Promise<void>
  close(): Promise<void>
}

export async function startStore(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-s3rver-'))
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  let server = spawnStore(folder, '0')
  const endpoint = await endpointOf(server)
  const client = new S3Client({
    ...{ endpoint, region: 'us-east-1', forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' },
    credentials: { accessKeyId: ACCOUNT, secretAccessKey: ACCOUNT },
  })
  async function leave() {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  return {
    endpoint,
    url: (prefix) => `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
    async put(Key, Body) {
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body }))
    },
    async keys(Prefix) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix }))
      return Contents.map(({ Key }) => Key as string)
    },
    leave,
    async comeBack() {
      server = spawnStore(folder, new URL(endpoint).port)
      await endpointOf(server)
    },
    async close() {
      client.destroy()
      if (server.exitCode === null && server.signalCode === null) await leave()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** In a process of its own: the tokens of its listings need a cipher that OpenSSL has only on request. */
function spawnStore(folder: string, port: string): ChildProcess {
  const program = join(createRequire(import.meta.url).resolve('s3rver/package.json'), '../bin/s3rver.js')
  const options = ['-d', folder, '-a', '127.0.0.1', '-p', port, '--no-vhost-buckets', '--configure-bucket', BUCKET]
  return spawn(process.execPath, ['--openssl-legacy-provider', program, ...options])
}

/** The address that it prints. */
function endpointOf({ stdout, stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (part: Buffer) => {
      text += part
      const [, address] = /listening on (\S+:\d+)/.exec(text) ?? []
      if (address) resolve(`http://${address}`)
    }
    stdout?.on('data', read)
    stderr?.on('data', read)
    stdout?.on('close', () => reject(new Error(text)))
  })
}
