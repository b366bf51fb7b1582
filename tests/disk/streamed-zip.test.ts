import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import { type StreamedEntry, streamedZip } from '../../src/disk/streamed-zip.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-zip-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const MODIFIED = new Date('2026-03-04T05:06:08Z')
const TEXT = 'Zwölf Boxkämpfer. '.repeat(20_000)
const whole = (name: string, text: string, isCompressed = false): StreamedEntry => ({
  name,
  isCompressed,
  bytes: async () => Buffer.from(text),
})
const streamed = (name: string, text: string, isCompressed: boolean, sizeBytes?: number): StreamedEntry => ({
  name,
  isCompressed,
  ...(sizeBytes !== undefined && { sizeBytes }),
  read: () => Readable.from([Buffer.from(text.slice(0, 7)), Buffer.from(text.slice(7))]),
})

async function archiveOf(entries: readonly StreamedEntry[]): Promise<Buffer> {
  async function* each() {
    yield* entries
  }
  const chunks: Buffer[] = []
  for await (const chunk of streamedZip(each(), MODIFIED)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function unpacked(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(bytes, { lazyEntries: true })
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer)
    files.set(String(entry.fileName), Buffer.concat(parts).toString())
    expect(entry.getLastModDate().getTime()).toBe(MODIFIED.getTime())
  }
  return files
}

const FILES = [
  whole('wörter/kurz.txt', 'short'),
  whole('empty.txt', ''),
  whole('long.txt', TEXT, true),
  streamed('stored.jpg', TEXT, false, Buffer.byteLength(TEXT)),
  streamed('compressed.json', TEXT, true),
]
const CONTENTS = ['short', '', TEXT, TEXT, TEXT]

it('holds stored and compressed files, whole or streamed, with their names and times', async () => {
  const files = await unpacked(await archiveOf(FILES))
  expect([...files]).toEqual(FILES.map(({ name }, i) => [name, CONTENTS[i]]))
})

it('has checksums that other programs confirm', async ({ skip }) => {
  const path = join(folder, 'archive.zip')
  writeFileSync(path, await archiveOf(FILES))
  const python = spawnSync('python3', ['-m', 'zipfile', '-t', path], { encoding: 'utf8' })
  if (python.error) skip()
  expect([python.status, python.stdout.trim()]).toEqual([0, 'Done testing'])
})

it('holds more files than the 65,535 of the old format', async () => {
  const files = await unpacked(await archiveOf(Array.from({ length: 65_537 }, (_, i) => whole(`${i}.txt`, `${i}`))))
  expect([files.size, files.get('65536.txt')]).toEqual([65_537, '65536'])
})

it('fails when a file has another length than its entry', async () => {
  await expect(archiveOf([streamed('image.jpg', 'short', false, 6)])).rejects.toThrow('image.jpg has changed')
})

it('fails with the error of a file', async () => {
  const entries = (isCompressed: boolean): StreamedEntry[] => [
    {
      name: 'gone.jpg',
      isCompressed,
      read: () =>
        new Readable({
          read() {
            this.destroy(new Error('The disk is gone.'))
          },
        }),
    },
  ]
  await expect(archiveOf(entries(false))).rejects.toThrow('The disk is gone.')
  await expect(archiveOf(entries(true))).rejects.toThrow('The disk is gone.')
})

it.each([true, false])('ends the reading of a file when it is abandoned (compressed: %s)', async (isCompressed) => {
  let isEnded = false
  async function* endless() {
    try {
      for (;;) yield randomBytes(64 * 1024)
    } finally {
      isEnded = true
    }
  }
  async function* entries(): AsyncGenerator<StreamedEntry> {
    yield { name: 'endless.bin', isCompressed, read: endless }
  }
  for await (const _ of streamedZip(entries(), MODIFIED)) break
  await expect.poll(() => isEnded).toBe(true)
})
