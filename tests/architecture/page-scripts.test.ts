import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { ownTexts } from '../../src/renderer/texts/de/own-texts.ts'
import { en } from '../../src/renderer/texts/en/index.ts'
import { MESSAGES } from '../../src/shared/messages/en/index.ts'
import { ensureBuilt } from '../../tools/build/ensure-built.mjs'

const assets = fileURLToPath(new URL('../../out/renderer/assets', import.meta.url))

/** Returns the texts in a catalogue, without those that functions create. */
const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

const isSentence = (text: string): boolean => text.length > 25 && text.includes(' ') && !/["'`\\\n]/.test(text)

/** Returns the code of every script that the page can load, by its name; the folder may hold those of an earlier build. */
function scriptsOf(html: string): Map<string, string> {
  const scripts = new Map<string, string>()
  const add = (text: string): void => {
    for (const [, name] of text.matchAll(/["'`(/]([\w.-]+\.js)["'`)]/g)) {
      if (!name || scripts.has(name) || !existsSync(join(assets, name))) continue
      const code = readFileSync(join(assets, name), 'utf8')
      scripts.set(name, code)
      add(code)
    }
  }
  add(html)
  return scripts
}

describe('the scripts of the page', () => {
  let html = ''
  let scripts = new Map<string, string>()
  beforeAll(async () => {
    await ensureBuilt(['renderer'])
    html = readFileSync(join(assets, '../index.html'), 'utf8')
    scripts = scriptsOf(html)
  })
  const scriptsWith = (sentence: string): string[] =>
    [...scripts].flatMap(([name, code]) => (code.includes(sentence) ? [name] : []))

  it('contain the German texts in one script, which index.html does not load', () => {
    const english = new Set([...stringsIn(en), ...stringsIn(MESSAGES)])
    const sentences = stringsIn(ownTexts).filter((text) => isSentence(text) && !english.has(text))
    const found = sentences.filter((sentence) => scriptsWith(sentence).length > 0)
    expect(found.length).toBeGreaterThan(900)
    const holders = [...new Set(found.flatMap(scriptsWith))]
    expect(holders).toEqual([expect.stringMatching(/^own-texts-.*\.js$/)])
    expect(html).not.toContain(holders[0])
    expect(html).toMatch(/<link rel="modulepreload" [^>]*assets\/page-/)
  })

  it('load the texts of the language before the rest of the page', () => {
    const named = (name: string) => [...scripts].find(([file]) => file.startsWith(`${name}-`))?.[1] ?? ''
    const importsOf = (name: string) =>
      [...named(name).matchAll(/(?:from|import)\s*"\.\/([\w-]+)-[\w-]{8}\.js"/g)].map((found) => found[1])
    expect(importsOf('index')).toEqual(['loading'])
    expect(importsOf('loading')).toEqual([])
    expect(importsOf('language')).toEqual(['loading'])
    expect(importsOf('own-texts')).toEqual(['language'])
  })
})
