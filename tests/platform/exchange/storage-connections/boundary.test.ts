/** The prefix of a connection is a boundary, whatever callers, keys and servers do. */
import { posix } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  folderPrefix,
  isBelow,
  isSafeKey,
  narrowed,
  placeBelow,
} from '../../../../src/platform/exchange/storage-connections/object-path.ts'

/** Pieces that paths are attacked with, and harmless ones. */
const piece = fc.constantFrom(
  ...[
    'photos',
    'photos-private',
    'a',
    'ü',
    '100%',
    '%',
    '.',
    '..',
    '...',
    '',
    ' ',
    '%2e',
    '%2e%2e',
    '.%2e',
    '%252e%252e',
  ],
  ...['%2f', '%2F..', '..%2f', '%5c', '%5c..', '\\', '..\\', '%00', '\0', '\n', '%25%32%65', '%255c', 'x.jpg'],
)
const path = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('/'))
const anyPath = fc.oneof(
  { weight: 4, arbitrary: path },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

/** A careless reader: decodes once more, accepts both slashes, and resolves dots, as often as asked. */
function carelessly(key: string, times: number): string {
  let text = key
  for (let n = 0; n < times; n++) {
    text = text.replaceAll(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return posix.normalize(text.replaceAll('\\', '/'))
}

const within = (resolved: string, boundary: string): boolean =>
  resolved === posix.normalize(boundary) || `${resolved}/`.startsWith(posix.normalize(boundary))

describe('a boundary', () => {
  it('holds for every prefix that is accepted, also when a server decodes and resolves it', () => {
    fc.assert(
      fc.property(anyPath, fc.integer({ min: 0, max: 5 }), (named, times) => {
        const prefix = narrowed('photos/', named)
        if (prefix === null) return
        expect(prefix.startsWith('photos/')).toBe(true)
        expect(within(carelessly(prefix, times), 'photos/')).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })

  it('holds for every key that is accepted', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          anyPath,
          anyPath.map((rest) => `photos/${rest}`),
        ),
        fc.integer({ min: 0, max: 5 }),
        (key, times) => {
          if (!isBelow(key, 'photos/')) return
          expect(within(carelessly(key, times), 'photos/')).toBe(true)
        },
      ),
      { numRuns: 5000 },
    )
  })

  it('accepts itself, nothing above it, and folders below it with or without a slash', () => {
    expect(
      [undefined, null, '', 'photos', 'photos/', 'photos/a', 'photos/a/'].map((p) => narrowed('photos/', p)),
    ).toEqual([...['photos/', 'photos/', 'photos/', 'photos/', 'photos/', 'photos/a/', 'photos/a/']])
    expect(['p', '/', '/photos', 'photos-private', 'other'].map((p) => narrowed('photos/', p))).toEqual(
      Array.from({ length: 5 }, () => null),
    )
  })

  it('is the folder, and no sibling whose name begins alike', () => {
    expect(folderPrefix('photos')).toBe('photos/')
    expect(isBelow('photos-private/1.jpg', 'photos/')).toBe(false)
  })
})

describe('an ordinary key', () => {
  it.each([
    'photos/a b.jpg',
    'photos/100%.jpg',
    'photos/ü+&=.jpg',
    'photos/a%20b.jpg',
    'photos/...jpg',
    'photos/a..b.jpg',
    '日本/写真.jpg',
  ])('is accepted: %s', (key) => expect(isSafeKey(key)).toBe(true))

  it.each([
    '',
    '/a.jpg',
    'a\\b.jpg',
    'a/%2e%2e/b.jpg',
    'a%2fb.jpg',
    'a%252fb.jpg',
    'a\u0007.jpg',
    'a\ud800.jpg',
    'é'.repeat(600),
  ])('is refused: %j', (key) => expect(isSafeKey(key)).toBe(false))
})

it('places every accepted key in a directory below the destination', () => {
  fc.assert(
    fc.property(anyPath, (rest) => {
      const key = `photos/${rest}`
      if (!isBelow(key, 'photos/')) return
      const { folders, filename } = placeBelow(key, 'photos/')
      for (const segment of [...folders, filename]) expect(segment).not.toMatch(/^\.{1,2}$|[/\\]/)
    }),
  )
})
