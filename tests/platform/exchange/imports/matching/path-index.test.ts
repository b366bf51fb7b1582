import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pathIndex } from '../../../../../src/platform/exchange/imports/matching/path-index.ts'

/** The path that is found, the paths among which nothing decides, or null. */
function found(
  paths: readonly string[],
  declared: string,
  search: { near?: string; subset?: string; isStem?: boolean } = {},
) {
  const match = pathIndex(paths).match(declared, search)
  if (match === null) return null
  return 'found' in match ? paths[match.found] : match.among.map((i) => paths[i])
}

describe('a declared path', () => {
  it.each([
    ['/home/ana/set/images/a.jpg', 'images/a.jpg'],
    ['C:\\data\\set\\images\\a.jpg', 'images/a.jpg'],
    ['\\\\server\\share\\images\\a.jpg', 'images/a.jpg'],
    ['images\\1/a.jpg', 'images/a.jpg'],
    ['./images//a.jpg', 'images/a.jpg'],
    ['labels/../images/a.jpg', 'images/a.jpg'],
    ['file:///C:/set/images/a.jpg', 'images/a.jpg'],
    ['https://files.example.com/b/images/a.jpg?sig=1/b.jpg#x', 'images/a.jpg'],
    ['s3://bucket-1/set/images/a.jpg', 'images/a.jpg'],
    ['gs://bucket/images/a.jpg', 'images/a.jpg'],
    ['/data/local-files/?d=set%2Fimages%2Fa.jpg', 'images/a.jpg'],
    ['/data/upload/3/90fbb0c7-a.jpg', 'images/a.jpg'],
    ['IMAGES/A.JPG', 'images/a.jpg'],
    ['images/a.jpeg', 'images/a.jpg'],
    ['images/a', 'images/a.jpg'],
    ['images/my%20photo%252B.png', 'images/my photo+.png'],
    ['u\u0308bung.png', 'images/übung.png'],
  ])('%s means the file %s', (declared, file) => {
    expect(found(['images/a.jpg', 'images/my photo+.png', 'images/übung.png'], declared)).toBe(file)
  })

  it('means a name with a percent sign, a question mark or eight digits where a file has it', () => {
    const paths = ['a%20b.jpg', 'a b.jpg', 'c?d.jpg', 'c', '90fbb0c7-a.jpg', 'a.jpg']
    for (const path of paths) expect(found(paths, path)).toBe(path)
  })

  it('means the file with the longest common end', () => {
    const paths = ['a/x/1.jpg', 'b/x/1.jpg', 'c/1.jpg']
    expect(found(paths, '/home/me/b/x/1.jpg')).toBe('b/x/1.jpg')
    expect(found(paths, 'x/1.jpg')).toEqual(['a/x/1.jpg', 'b/x/1.jpg'])
    expect(found(paths, '1.jpg')).toEqual(['c/1.jpg', 'a/x/1.jpg', 'b/x/1.jpg'])
  })

  it('means no file when its own folder is there without it', () => {
    expect(found(['a/1.jpg', 'b/2.jpg'], 'b/1.jpg')).toBeNull()
    expect(found(['a/1.jpg', 'b/2.jpg'], 'c/1.jpg')).toBe('a/1.jpg')
  })

  it('means one of two spellings when only that one is written so', () => {
    expect(found(['a/x.jpg', 'b/X.jpg'], 'X.jpg')).toBe('b/X.jpg')
    expect(found(['a/x.jpg', 'b/X.jpg'], 'x.JPG')).toEqual(['a/x.jpg', 'b/X.jpg'])
  })

  it('without an ending means no one of two formats', () => {
    const paths = ['a/1.jpg', 'a/1.png', 'b/2.jpg']
    expect(found(paths, 'a/1', { isStem: true })).toEqual(['a/1.jpg', 'a/1.png'])
    expect(found(paths, 'x/b/2', { isStem: true })).toBe('b/2.jpg')
  })
})

describe('equal names', () => {
  const splits = ['images/Train/1.png', 'images/Validation/1.png', 'images/my_set/1.png']

  it.each([
    ['annotations/instances_Train.json', 'images/Train/1.png'],
    ['annotations/instances_val.json', 'images/Validation/1.png'],
    ['annotations/person_keypoints_my_set.json', 'images/my_set/1.png'],
  ])('belong to the subset of the document %s', (near, file) => {
    expect(found(splits, '1.png', { near })).toBe(file)
  })

  it('belong to the subset that the labels name', () => {
    expect(found(splits, '1.png', { near: 'annotations.xml', subset: 'Validation' })).toBe('images/Validation/1.png')
  })

  it('belong to the document beside them, also when one lies at the top', () => {
    const paths = ['1.jpg', 'train/1.jpg', 'valid/1.jpg', 'task_2/images/1.jpg']
    expect(found(paths, '1.jpg', { near: 'train/_annotations.coco.json' })).toBe('train/1.jpg')
    expect(found(paths, '1.jpg', { near: 'labels.json' })).toBe('1.jpg')
    expect(found(paths, '../valid/1.jpg', { near: 'train/x.json' })).toBe('valid/1.jpg')
    expect(found(paths, '1.jpg', { near: 'task_2/annotations.xml' })).toBe('task_2/images/1.jpg')
  })

  it('stay ambiguous for a document of all images, and for one of a missing split', () => {
    expect(found(['a/1.jpg', 'b/1.jpg'], '1.jpg', { near: 'annotations.json' })).toEqual(['a/1.jpg', 'b/1.jpg'])
    expect(found(['valid/1.jpg'], '1.jpg', { near: 'train/_annotations.coco.json' })).toBeNull()
    expect(found(['valid/1.jpg'], 'valid/1.jpg', { near: 'train/_annotations.coco.json' })).toBe('valid/1.jpg')
  })

  it('do not belong to a split that the name of an image only mentions', () => {
    const paths = ['test/test_1.jpg', 'train/test_1.jpg']
    expect(found(paths, 'test_1.jpg', { near: 'Annotations/test_1.xml' })).toEqual(paths)
    expect(found(['train/test_1.jpg'], 'test_1.jpg', { near: 'Annotations/test_1.xml' })).toBe('train/test_1.jpg')
  })

  it('are found among thousands', () => {
    const folders = Array.from({ length: 3000 }, (_, i) => `videos/video_${i}/images`)
    const paths = folders.flatMap((folder) => [`${folder}/000001.jpg`, `${folder}/000002.jpg`])
    const index = pathIndex(paths)
    for (const [i, folder] of folders.entries()) {
      expect(index.match('000002.jpg', { near: `${folder.replace('/images', '')}/annotations.xml` })).toEqual({
        found: 2 * i + 1,
      })
      expect(index.match(`D:\\x\\video_${i}\\images\\000001.jpg`, {})).toEqual({ found: 2 * i })
    }
  })
})

describe('in any tree', () => {
  const segment = fc.constantFrom('a', 'b', 'Große Straße', 'train', 'c d', '50%', '写真', 'x+y')
  const file = fc.constantFrom('1.jpg', '2.png', 'é.jpg', 'a b.webp', '7%2.png')
  const tree = fc.uniqueArray(fc.tuple(fc.array(segment, { maxLength: 4 }), file), {
    minLength: 1,
    maxLength: 30,
    selector: ([folders, name]) => [...folders, name].join('/').toLowerCase(),
  })
  const paths = tree.map((all) => all.map(([folders, name]) => [...folders, name].join('/')))
  const encoded = (path: string) => path.split('/').map(encodeURIComponent).join('/')
  const DECORATIONS: ((path: string) => string)[] = [
    (path) => path,
    (path) => `/home/nobody/${path}`,
    (path) => `./${path}`,
    (path) => `Q:\\nobody\\${path.replaceAll('/', '\\')}`,
    (path) => `s3://bucket/${path}`,
    (path) => `https://example.com/nobody/${encoded(path)}?token=1`,
    (path) => `/data/local-files/?d=${encodeURIComponent(`nobody/${path}`)}`,
    (path) => path.normalize('NFD'),
    (path) => path.toUpperCase().replace('GROSSE STRASSE', 'GROßE STRAßE'),
  ]

  /** Last segments that two paths have in common. */
  function common(a: string, b: string): number {
    const [x, y] = [a, b].map((path) => path.normalize('NFC').toLowerCase().split('/').reverse()) as [
      string[],
      string[],
    ]
    const differs = x.findIndex((one, i) => one !== y[i])
    return differs < 0 ? x.length : differs
  }

  it('finds the file of a decorated path, and never another one', () => {
    fc.assert(
      fc.property(paths, fc.nat(), fc.constantFrom(...DECORATIONS), (all, pick, decorate) => {
        const path = all[pick % all.length] as string
        // The whole path; others may have it as their end, at the top of the archive it is the file itself.
        const longer = all.filter((other) => other !== path && common(other, path) === path.split('/').length)
        if (longer.length > 0) return
        expect(found(all, decorate(path))).toBe(path)
      }),
      { numRuns: 500 },
    )
  })

  it('finds only what has the longest common end, and nothing where several have it', () => {
    fc.assert(
      fc.property(paths, fc.array(segment, { maxLength: 4 }), file, (all, folders, name) => {
        const declared = [...folders, name].join('/')
        const most = Math.max(...all.map((path) => common(path, declared)))
        const best = all.filter((path) => common(path, declared) === most)
        const match = found(all, declared)
        if (most === 0) expect(match).toBeNull()
        else if (typeof match === 'string') {
          expect(best).toContain(match)
          // Among several candidates, only the end of the declared path itself counts.
          if (best.length > 1) expect(match.split('/')).toHaveLength(most)
        } else if (match) expect([...match].sort()).toEqual([...best].sort())
      }),
      { numRuns: 500 },
    )
  })
})
