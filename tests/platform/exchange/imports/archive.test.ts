import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { nameChecks } from '../../../../src/platform/exchange/imports/archive/entry-names.ts'
import { textOf } from '../../../../src/platform/exchange/imports/archive/label-files.ts'
import { ARCHIVE_LIMITS, openArchive } from '../../../../src/platform/exchange/imports/archive/open-archive.ts'
import { zipOf } from './support.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-archives-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let written = 0

function fileOf(bytes: Buffer): string {
  const path = join(folder, `${written++}.zip`)
  writeFileSync(path, bytes)
  return path
}

const opened = async (bytes: Buffer, limits = ARCHIVE_LIMITS) => openArchive(fileOf(bytes), 'labels.zip', limits)

/** Replaces names of an archive that its writer would refuse, by others of the same length. */
const renamed = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1')

describe('names of an archive', () => {
  it.each([
    ['../a.txt', 'leaves'],
    ['a/../../b.txt', 'leaves'],
    ['./a.txt', 'leaves'],
    ['/etc/passwd', 'absolute'],
    ['C:/a.txt', 'absolute'],
    ['c:a.txt', 'absolute'],
    ['a\\..\\b.txt', 'backslash'],
    ['a\0.txt', 'control'],
    ['a//b.txt', 'empty'],
    [`${'a'.repeat(300)}.txt`, 'long'],
  ])('refuses %j, because it is %s', (name, problem) => {
    expect(nameChecks()(name)).toBe(problem)
  })

  it('refuses a name that is another one in other capitals, or composed of other characters', () => {
    const check = nameChecks()
    expect([check('Straße/É.txt'), check('straße/e\u0301.TXT'), check('straße/e.txt')]).toEqual([null, 'twice', null])
  })

  it('lets no name leave the folder of the archive', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '\0', 'C:', 'a', ' ', '', '%2e%2e', '．．', '∕', 'images', '…'),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    const name = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(name, (text) => {
        if (nameChecks()(text) !== null) return
        const path = normalize(join('/archive', text))
        expect(path.startsWith('/archive/')).toBe(true)
        expect(text).not.toMatch(/[\\\0]|^[a-z]:/i)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('an archive', () => {
  it('is read file by file, without the entries that are unsafe', async () => {
    const zip = await zipOf({ 'a/ok.txt': 'fine', 'xx/evil.txt': 'bad', 'in.zip': 'PK' })
    const files = await opened(renamed(zip, 'xx/evil.txt', '../evil.txt'.slice(0, 11)))
    expect(files.files.map(({ name }) => name)).toEqual(['a/ok.txt'])
    expect(files.refused).toEqual([
      { name: '../evil.txt'.slice(0, 11), reason: 'name' },
      { name: 'in.zip', reason: 'archive' },
    ])
    expect(await textOf(files, 'a/ok.txt')).toBe('fine')
    files.close()
  })

  it('has no symbolic links', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('/etc/passwd'), 'link.txt', { mode: 0o120777 })
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream) parts.push(part as Buffer)
    const files = await opened(Buffer.concat(parts))
    expect([files.files, files.refused]).toEqual([[], [{ name: 'link.txt', reason: 'link' }]])
    files.close()
  })

  it.each([
    ['too many entries', { entries: 1 }, 'import.many_entries'],
    ['too many bytes', { bytes: 5 }, 'import.inflates'],
    ['more than twenty times its own bytes', { small: 10, ratio: 2000 }, 'import.inflates'],
    ['a file that inflates a thousandfold', {}, 'import.bomb'],
  ])('is refused for %s', async (_, limits, code) => {
    const zip = await zipOf({ 'a.txt': Buffer.alloc(4_000_000), 'b.txt': 'b' })
    await expect(opened(zip, { ...ARCHIVE_LIMITS, ...limits })).rejects.toMatchObject({
      code: 'import_unreadable',
      text: { code },
    })
  })

  it('is refused when a file has more bytes than its entry declares', async () => {
    const zip = await zipOf({ 'a.txt': Buffer.from('a'.repeat(5000)) })
    const size = Buffer.alloc(4)
    size.writeUInt32LE(5000)
    const smaller = Buffer.alloc(4)
    smaller.writeUInt32LE(10)
    const files = await opened(renamed(zip, size.toString('latin1'), smaller.toString('latin1')))
    await expect(textOf(files, 'a.txt')).rejects.toMatchObject({ text: { code: 'import.broken_entry' } })
    files.close()
  })

  it('is refused, without a fault, however its bytes are changed', async () => {
    const zip = await zipOf({ 'a.txt': 'a'.repeat(100), 'b/c.txt': 'c' })
    const change = fc.tuple(fc.nat(zip.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
        const bytes = Buffer.from(zip)
        for (const [at, value] of changes) bytes[at] = value
        try {
          const files = await opened(bytes)
          for (const { name } of files.files) await textOf(files, name)
          files.close()
        } catch (error) {
          expect(error).toMatchObject({ code: 'import_unreadable' })
        }
      }),
      { numRuns: 200 },
    )
  })
})
