import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { writtenTexts } from './written-texts.ts'

const renderer = fileURLToPath(new URL('../../src/renderer', import.meta.url))

const files = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'))

/** Internal errors that users can't fix; the number may only decrease. */
const FAULTS: readonly string[] = [
  'shell/start.tsx: index.html has no #root',
  'screens/home/template-shelf.tsx: The template “',
  'screens/home/template-shelf.tsx: ” has no file.',
  'screens/editor/commands/command-list.ts: There is no command “',
  'parts/run/inspector/under-overlay.tsx: no frame at this time',
]

describe('texts of the Studio', () => {
  it('are all in the message catalogue', () => {
    const found = files.flatMap((file) =>
      writtenTexts(readFileSync(join(renderer, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
        (text) => `${file}: ${text}`,
      ),
    )
    expect(found.filter((text) => !FAULTS.includes(text))).toEqual([])
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

  it('are found when they are passed to the page', () => {
    const found = (code: string) => writtenTexts(code, 'ts')
    expect(found("notifications.show({ title: 'Saved', color: 'green' })")).toEqual(['Saved'])
    expect(found("const item = { id: 'fit', label: all ? 'Fit all' : T.fit, words: 'zoom' }")).toEqual([
      'Fit all',
      'zoom',
    ])
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text
    expect(found('toastError(`The file ${name} was not read`, error)')).toEqual(
      ['The file ', ' was not read'].slice(0, 2),
    )
    expect(found("const why = (n: number) => (n ? 'It is too long' : null)")).toEqual(['It is too long'])
    expect(found("throw new Error('Choose another file.')")).toEqual(['Choose another file.'])
    expect(found("throw new Error('useHost outside HostContext')")).toEqual([])
    expect(found("api('workflows.list', { method: 'get' }); classes.add('wide'); const a = 'a-b c'")).toEqual([])
  })
})
