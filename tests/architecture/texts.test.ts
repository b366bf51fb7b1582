import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { writtenTexts } from './written-texts.ts'

const renderer = fileURLToPath(new URL('../../src/renderer', import.meta.url))

/** Rooms whose texts are not in the message catalogue yet; may only get fewer. */
const OPEN_ROOMS: readonly string[] = []

const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => file.endsWith('.tsx') && !OPEN_ROOMS.some((room) => file.startsWith(`${room}/`)))

describe('texts of the Studio', () => {
  it('are all in the message catalogue', () => {
    const found = files.flatMap((file) =>
      writtenTexts(readFileSync(join(renderer, file), 'utf8')).map((text) => `${file}: ${text}`),
    )
    expect(found).toEqual([])
  })

  it('are found wherever a component writes one', () => {
    const found = (jsx: string) => writtenTexts(`export const X = ({ n }: { n: number }) => ${jsx}\n`)
    expect(found('<p>Hello there</p>')).toEqual(['Hello there'])
    expect(found('<p>{n > 1 ? "many" : texts.one}</p>')).toEqual(['many'])
    expect(found('<p>{n} {n === 1 && `piece`}</p>')).toEqual(['piece'])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    expect(found('<input aria-label="Name" placeholder={`Name of ${n}`} />')).toEqual(['Name', 'Name of '])
    expect(found('<Tooltip label={n ? "More" : undefined}><b /></Tooltip>')).toEqual(['More'])
    expect(found('<p className="wide" data-kind={"line"}>{texts.name} · A → B {n} %</p>')).toEqual([])
    expect(found('<p>{show("line", n)}</p>')).toEqual([])
    expect(found('<Fact name="Size"><Table name="events" /></Fact>')).toEqual(['Size'])
  })
})
