import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { isTrimmed, nameChecks, pathOfEntry } from '../../../../src/platform/exchange/imports/archive/entry-names.ts'
import { textOf } from '../../../../src/platform/exchange/imports/archive/label-files.ts'
import { ARCHIVE_LIMITS, openArchive } from '../../../../src/platform/exchange/imports/archive/open-archive.ts'
import { noteEntries } from '../../../../src/platform/exchange/imports/reader/noted-documents.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
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
    ['a/.. /b.txt', 'leaves'],
    ['...', 'leaves'],
    ['/etc/passwd', 'absolute'],
    ['C:/a.txt', 'absolute'],
    ['c:a.txt', 'absolute'],
    ['a\\..\\b.txt', 'leaves'],
    ['C:\\a.txt', 'absolute'],
    ['\\\\server\\a.txt', 'absolute'],
    ['a\0.txt', 'control'],
    ['a\u001b[2J.txt', 'control'],
    ['a/ /b.txt', 'empty'],
    [`${'a'.repeat(300)}.txt`, 'long'],
  ])('refuses %j, because it is %s', (name, problem) => {
    expect(nameChecks()(pathOfEntry(name))).toEqual({ problem, other: null })
  })

  it.each([
    ['images\\train\\a.jpg', 'images/train/a.jpg', false],
    ['images\\', 'images/', false],
    ['./a//b/./c.txt', 'a/b/c.txt', false],
    ['day 1. /a.jpg ', 'day 1/a.jpg', true],
    ['a...txt', 'a...txt', false],
  ])('reads %j as %j', (name, path, isWithoutEnds) => {
    expect(pathOfEntry(name)).toBe(path)
    expect(isTrimmed(name)).toBe(isWithoutEnds)
    expect(nameChecks()(path)).toBeNull()
  })

  it('refuses a name that is another one in other capitals, or composed of other characters', () => {
    const check = nameChecks()
    expect([check('Straße/É.txt'), check('straße/e\u0301.TXT'), check('straße/e.txt')]).toEqual([
      null,
      { problem: 'twice', other: 'Straße/É.txt' },
      null,
    ])
    expect([check('straße/'), check('Straße/')]).toEqual([null, null])
  })

  it('lets no name leave the folder of the archive', () => {
    const piece = fc.oneof(
      fc.constantFrom('..', '.', '/', '\\', '\0', 'C:', 'a', ' ', '', '%2e%2e', '．．', '∕', 'images', '…'),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'binary', maxLength: 4 }),
    )
    const name = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(name, (written) => {
        const text = pathOfEntry(written)
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
      { name: '../evil.txt'.slice(0, 11), reason: 'name', detail: 'leaves' },
      { name: 'in.zip', reason: 'archive', detail: null },
    ])
    expect(await textOf(files, 'a/ok.txt')).toBe('fine')
    files.close()
  })

  it('is read with folders that backslashes separate, and without spaces and dots at the ends of names', async () => {
    const zip = await zipOf({ 'images/a.jpg': 'IMAGE', 'labels/a.txtx': 'fine' })
    const old = renamed(renamed(zip, 'images/a.jpg', 'images\\a.jpg'), 'labels/a.txtx', 'labels\\a.txt ')
    const files = await opened(old)
    expect(files.files.map(({ name }) => name)).toEqual(['images/a.jpg', 'labels/a.txt'])
    expect([files.refused, files.trimmedNames]).toEqual([[], ['labels\\a.txt ']])
    expect(await textOf(files, 'labels/a.txt')).toBe('fine')
    files.close()
  })

  it('names each entry that it leaves out, with the reason', async () => {
    const zip = await zipOf({ 'a.jpg': '', 'A.jpg': '', 'xx/b.jpg': '', 'x/c.jpg': '', 'dx.jpg': '', 'e.zip': '' })
    const changed = [
      ['xx/b.jpg', '../b.jpg'],
      ['x/c.jpg', 'C:c.jpg'],
      ['dx.jpg', 'd\x01.jpg'],
    ].reduce((bytes, [from, to]) => renamed(bytes, from as string, to as string), zip)
    const files = await opened(changed)
    const notes = createPlanNotes()
    noteEntries(files, notes)
    files.close()
    const said = notes.rules().flatMap(({ code, examples }) => examples.map(({ file, detail }) => [code, file, detail]))
    expect(said).toEqual([
      ['file.refused', '../b.jpg', 'leads out of the archive'],
      ['file.refused', 'C:c.jpg', 'begins at the root or with a drive'],
      ['file.refused', 'd\x01.jpg', 'has a control character'],
      ['file.same_name', 'A.jpg', 'a.jpg'],
      ['file.archive', 'e.zip', null],
    ])
  })

  it('has no symbolic links', async () => {
    const zip = new ZipFile()
    zip.addBuffer(Buffer.from('/etc/passwd'), 'link.txt', { mode: 0o120777 })
    zip.end()
    const parts: Buffer[] = []
    for await (const part of zip.outputStream) parts.push(part as Buffer)
    const files = await opened(Buffer.concat(parts))
    expect([files.files, files.refused]).toEqual([[], [{ name: 'link.txt', reason: 'link', detail: null }]])
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
