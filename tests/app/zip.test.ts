/** Archives are read by independent code: here by hand, from the directory at their end. */
import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { type ZipEntry, zipBytes, zipSize } from '../../src/app/zip.ts'

const entry = (name: string, text: string, sizeBytes = Buffer.byteLength(text)): ZipEntry => ({
  name,
  sizeBytes,
  read: async () => inTwoParts(Buffer.from(text)),
})

async function* inTwoParts(bytes: Buffer) {
  yield* [bytes.subarray(0, 2), bytes.subarray(2)]
}

const archive = async (entries: ZipEntry[]) => {
  const parts: Uint8Array[] = []
  for await (const part of zipBytes(entries, new Date(2026, 2, 4, 10, 30))) parts.push(part)
  return Buffer.concat(parts)
}

function unpack(zip: Buffer): Map<string, { text: string; sum: number }> {
  const end = zip.length - 22
  expect(zip.readUInt32LE(end)).toBe(0x06054b50)
  const files = new Map<string, { text: string; sum: number }>()
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < zip.readUInt16LE(end + 10); n++) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50)
    const [sum, size, name, offset] = [
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
      zip.readUInt16LE(at + 28),
      zip.readUInt32LE(at + 42),
    ]
    const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28)
    expect(zip.readUInt32LE(offset)).toBe(0x04034b50)
    expect(zip.readUInt32LE(offset + 14)).toBe(sum)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), { text: zip.toString('utf8', start, start + size), sum })
    at += 46 + name
  }
  return files
}

test('an archive holds every file unchanged, under its name and with its checksum', async () => {
  const entries = [entry('zählung.csv', 'a,b\r\n1,2\r\n'), entry('empty.csv', ''), entry('run.log', 'done\n')]
  const zip = await archive(entries)
  expect(zip.length).toBe(zipSize(entries))
  const files = unpack(zip)
  expect([...files.keys()]).toEqual(['zählung.csv', 'empty.csv', 'run.log'])
  expect(files.get('zählung.csv')).toEqual({ text: 'a,b\r\n1,2\r\n', sum: crc32('a,b\r\n1,2\r\n') })
  expect(files.get('empty.csv')).toEqual({ text: '', sum: 0 })
})

test('a file whose length has changed ends the archive instead of corrupting it', async () => {
  await expect(archive([entry('run.log', 'done\n', 4)])).rejects.toThrow('run.log has changed')
})
