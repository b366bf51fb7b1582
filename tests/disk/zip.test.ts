/** Archives are read by independent code: yauzl, from the directory at their end, with its own checksums. */
import { once } from 'node:events'
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type ZipEntry, zipOf } from '../../src/disk/zip.ts'

const MODIFIED = new Date(2026, 2, 4, 10, 30)

const entry = (name: string, text: string, sizeBytes = Buffer.byteLength(text)): ZipEntry => ({
  name,
  sizeBytes,
  read: async () => inTwoParts(Buffer.from(text)),
})

async function* inTwoParts(bytes: Buffer) {
  yield* [bytes.subarray(0, 2), bytes.subarray(2)]
}

const archive = async (entries: ZipEntry[]) => {
  const { stream, sizeBytes } = zipOf(entries, MODIFIED)
  const parts: Uint8Array[] = []
  for await (const part of stream) parts.push(part as Uint8Array)
  const zip = Buffer.concat(parts)
  expect(zip.length).toBe(sizeBytes)
  return zip
}

async function unpack(bytes: Buffer): Promise<Map<string, { text: string; sum: number; modified: Date }>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, { text: string; sum: number; modified: Date }>()
  for await (const found of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(found)) parts.push(part as Buffer)
    const text = Buffer.concat(parts).toString('utf8')
    files.set(String(found.fileName), { text, sum: found.crc32, modified: found.getLastModDate() })
  }
  return files
}

test('an archive holds every file unchanged, under its name and with its checksum', async () => {
  const entries = [entry('zählung.csv', 'a,b\r\n1,2\r\n'), entry('empty.csv', ''), entry('run.log', 'done\n')]
  const files = await unpack(await archive(entries))
  expect([...files.keys()]).toEqual(['zählung.csv', 'empty.csv', 'run.log'])
  const text = 'a,b\r\n1,2\r\n'
  expect(files.get('zählung.csv')).toEqual({ text, sum: crc32(text), modified: MODIFIED })
  expect(files.get('empty.csv')).toMatchObject({ text: '', sum: 0 })
})

// 1,500 names make a directory of more than 64 KB.
test.each([199, 200, 1500])('an archive of %i stills has the size that is announced', async (count) => {
  const entries = Array.from({ length: count }, (_, n) => entry(`still-${n}.jpg`, ''))
  const zip = await fromBufferPromise(await archive(entries), { lazyEntries: true })
  expect(zip.entryCount).toBe(count)
})

test('a file whose length has changed ends the archive instead of corrupting it', async () => {
  await expect(archive([entry('run.log', 'done\n', 4)])).rejects.toThrow('run.log has changed')
})

test('a file that can’t be read ends the archive with its error', async () => {
  const gone = { ...entry('run.log', 'x'), read: () => Promise.reject(new Error('It is gone.')) }
  await expect(archive([entry('a.csv', 'a'), gone])).rejects.toThrow('It is gone.')
})

test('a download that is cancelled stops the file that it reads, and opens no further one', async () => {
  let stopped = false
  let opened = 0
  async function* endless() {
    try {
      for (;;) yield new Uint8Array(65_536)
    } finally {
      stopped = true
    }
  }
  const read = async () => {
    opened++
    return endless()
  }
  const entries = ['a.mp4', 'b.mp4'].map((name) => ({ name, sizeBytes: 1e12, read }))
  let parts = 0
  for await (const _ of zipOf(entries, MODIFIED).stream) if (++parts > 2) break
  await expect.poll(() => stopped).toBe(true)
  expect(opened).toBe(1)
})

test('the size of an archive is known without reading a file', async () => {
  let opened = false
  const read = async () => {
    opened = true
    return inTwoParts(Buffer.alloc(0))
  }
  const { sizeBytes, stream } = zipOf([{ name: 'a.mp4', sizeBytes: 5e9, read }], MODIFIED)
  stream.destroy()
  await once(stream, 'close')
  expect([sizeBytes > 5e9, opened]).toEqual([true, false])
})
