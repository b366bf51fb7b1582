import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openArchive } from '../../../../../src/platform/exchange/imports/archive/open-archive.ts'
import { zipOf } from '../support.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-names-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const UTF8_FLAG = 0x0800

/** A ZIP without the flag for UTF-8, whose names are these bytes. */
async function zipWith(names: readonly Buffer[]): Promise<Buffer> {
  const placeholders = names.map((name, i) => `${i}`.padEnd(name.length, '_'))
  const zip = await zipOf(Object.fromEntries(placeholders.map((name) => [name, 'IMAGE'])))
  for (const [signature, flagsAt] of [
    [0x04034b50, 6],
    [0x02014b50, 8],
  ] as const) {
    for (let at = 0; at + 4 <= zip.length; at++) {
      if (zip.readUInt32LE(at) === signature)
        zip.writeUInt16LE(zip.readUInt16LE(at + flagsAt) & ~UTF8_FLAG, at + flagsAt)
    }
  }
  for (const [i, name] of names.entries()) {
    const placeholder = placeholders[i] as string
    for (let at = zip.indexOf(placeholder); at >= 0; at = zip.indexOf(placeholder, at + 1)) name.copy(zip, at)
  }
  return zip
}

async function opened(bytes: Buffer, name = 'a.zip') {
  const path = join(folder, 'archive')
  writeFileSync(path, bytes)
  const files = await openArchive(path, name)
  files.close()
  return files
}

const hex = (text: string, ending = '.jpg') => Buffer.concat([Buffer.from(text, 'hex'), Buffer.from(ending)])

it('reads names in UTF-8 without its flag, as macOS writes them, without a note', async () => {
  const files = await opened(await zipWith([Buffer.from('Übung straße.jpg'), Buffer.from('汽车/1.jpg')]))
  expect(files.files.map(({ name }) => name)).toEqual(['Übung straße.jpg', '汽车/1.jpg'])
  expect(files.guessedNames).toEqual([])
})

it.each([
  ['GBK', [hex('b2e2cad4'), hex('c6fbb3b5')], ['测试.jpg', '汽车.jpg'], 'gb18030'],
  ['Shift JIS', [hex('8ec0905e'), hex('836583588367')], ['実真.jpg', 'テスト.jpg'], 'shift_jis'],
  ['EUC-KR', [hex('c0dab5bfc2f7'), hex('b0edbee7c0cc')], ['자동차.jpg', '고양이.jpg'], 'euc-kr'],
  ['EUC-KR in one name', [hex('bbe7c1f8')], ['사진.jpg'], 'euc-kr'],
  ['Big5', [hex('a854a8ae'), hex('b4fab8d5')], ['汽車.jpg', '測試.jpg'], 'big5'],
  ['DOS in one name', [hex('736368946e')], ['schön.jpg'], 'cp437'],
  ['Windows in one name', [hex('4772f6df65')], ['Größe.jpg'], 'windows-1252'],
  ['DOS', [hex('9a62756e672073747261e165')], ['Übung straße.jpg'], 'cp437'],
  ['Windows', [hex('dc62756e672073747261df65')], ['Übung straße.jpg'], 'windows-1252'],
])('guesses names in the code page of %s, and says so', async (_, bytes, names, encoding) => {
  const files = await opened(await zipWith([Buffer.from('plain.jpg'), ...bytes]))
  expect(files.files.map(({ name }) => name)).toEqual(['plain.jpg', ...names])
  expect(files.guessedNames).toEqual(names.map((name) => ({ name, encoding })))
})

it('leaves out what macOS adds beside the files', async () => {
  const zip = await zipOf({ 'a.jpg': 'IMAGE', '__MACOSX/._a.jpg': 'x', 'b/._data.yaml': 'x', '__MACOSX/b/._c': 'x' })
  const { files, refused } = await opened(zip)
  expect(files.map(({ name }) => name)).toEqual(['a.jpg'])
  expect(refused).toEqual([])
})

it.each([
  ['labels.tar', Buffer.concat([Buffer.alloc(257), Buffer.from('ustar\0')]), 'tar'],
  ['old.tar', Buffer.from('x'), 'tar'],
  ['labels.tar.gz', Buffer.from([0x1f, 0x8b, 8]), 'tar.gz'],
  ['labels.7z', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), '7z'],
  ['labels.rar', Buffer.from('Rar!\x1a\x07'), 'RAR'],
])('refuses %s, and says which archives are read', async (name, bytes, kind) => {
  await expect(opened(bytes, name)).rejects.toMatchObject({
    code: 'import_unreadable',
    message: `“${name}” is an archive of the kind ${kind}. Imports read ZIP: unpack it, and pack its files as ZIP.`,
  })
})
