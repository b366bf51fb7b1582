import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseHash } from '../../../../src/renderer/base/navigation/route.ts'
import { linkTarget, screenshotAddress, screenshotNames } from '../../../../src/renderer/screens/guide/guide-screen.tsx'
import { guidePages, type PageOfGuide, referencePages } from '../../../../src/renderer/screens/guide/guide-text.ts'

const docs = fileURLToPath(new URL('../../../../docs', import.meta.url))
const all: readonly PageOfGuide[] = [...guidePages, ...referencePages]
const linksIn = ({ text }: PageOfGuide) =>
  [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)]+)\)/g)].map(([, link = '']) => link)
const picturesIn = ({ text }: PageOfGuide) => [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, name = '']) => name)

/** True for a link to the outside, or to a page and heading that the app ships. */
function leadsSomewhere(page: PageOfGuide, link: string): boolean {
  const target = linkTarget(page, link)
  if (target.kind !== 'page') return target.kind !== 'none'
  const route = parseHash(target.href)
  if (route.screen !== 'guide') return false
  const there = all.find(({ id }) => id === route.page)
  const isThere = ({ anchor }: { anchor: string }) => anchor === route.section
  return there !== undefined && (route.section === undefined || there.headings.some(isThere))
}

describe('the pages of the guide', () => {
  it('are the files of docs/guide, each with its title', () => {
    const files = readdirSync(join(docs, 'guide')).map((name) => `guide/${name}`)
    expect(guidePages.map(({ file }) => file).sort()).toEqual(files.sort())
    expect(all.filter(({ title, id }) => title === id)).toEqual([])
  })

  it('include every document that they link to', () => {
    const beside = guidePages.flatMap(linksIn).flatMap((link) => /^\.\.\/([\w-]+\.md)/.exec(link)?.[1] ?? [])
    expect(referencePages.map(({ file }) => file).sort()).toEqual([...new Set(beside)].sort())
  })

  it('leave out the links before their text, which the screen has itself', () => {
    for (const { text } of guidePages) expect(text).not.toContain('[Guide](README.md)')
  })

  it.each(all)('of $file lead to pages and headings that exist', (page) => {
    expect(linksIn(page).filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })

  it.each(all)('of $file have a different anchor for each heading', ({ headings }) => {
    const anchors = headings.map(({ anchor }) => anchor)
    expect(new Set(anchors).size).toBe(anchors.length)
  })
})

describe('the screenshots of the guide', () => {
  it('are those of its pages in both themes, and no others', () => {
    const named = all.flatMap((page) =>
      picturesIn(page).map((name) => posix.basename(name).replace(/-(dark|light)\.webp$/, '')),
    )
    const both = [...new Set(named)].flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`])
    expect([...screenshotNames].sort()).toEqual(both.sort())
    for (const name of both) expect(existsSync(join(docs, 'screenshots', name))).toBe(true)
  })

  it('are those of the theme', () => {
    expect(screenshotAddress('../screenshots/run-dark.webp', 'light')).toContain('run-light')
    expect(screenshotAddress('../screenshots/run-dark.webp', 'dark')).toContain('run-dark')
    expect(screenshotAddress('../screenshots/none.webp', 'dark')).toBeUndefined()
  })

  it('all have the size that the page reserves for them', () => {
    for (const name of screenshotNames) {
      const head = readFileSync(join(docs, 'screenshots', name)).subarray(0, 30)
      // The canvas size of a WebP file's VP8X chunk: two numbers of 24 bits, each less by one.
      expect(head.toString('latin1', 12, 16), name).toBe('VP8X')
      expect([head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1], name).toEqual([1440, 900])
    }
  })
})

describe('a link of the guide', () => {
  const [page] = guidePages as [PageOfGuide]

  it('opens the web in the browser only by https', () => {
    expect(linkTarget(page, 'https://example.org/x')).toEqual({ kind: 'web', href: 'https://example.org/x' })
    for (const link of [
      'http://example.org',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '//example.org/guide/README.md',
    ])
      expect(linkTarget(page, link), link).toEqual({ kind: 'none' })
  })

  it('is no link when the app does not ship the file', () => {
    expect(linkTarget(page, '../../src/main.ts')).toEqual({ kind: 'none' })
  })
})
