import { expect, it } from 'vitest'
import { lintPlanted } from './planted-lint.ts'

/** Returns the lines of a file that the plugin refuses. */
function refusedLines(file: string, lines: readonly string[]): string[] {
  const flagged = lintPlanted({ [file]: lines.join('\n') }).filter(({ category }) => category === 'plugin')
  return flagged.map(({ location }) => lines[location.start.line - 1] as string)
}

it('an object literal that is spread into another one is refused', () => {
  const lines = [
    'export const a = { ...{ x, y }, z }',
    'export const b = { z, ...{ x: 1, ...rest } }',
    'export const c = { ...{} }',
    'export const d = { ...({ x }) }',
    'export const e = { ...({ x } as const) }',
    'export const f = { ...({ x } satisfies object), z }',
    'export const g = { ...({ x } as unknown as Point) }',
  ]
  expect(refusedLines('src/shared/planted.ts', lines)).toEqual(lines)
  expect(refusedLines('tools/planted.mjs', lines.slice(0, 4))).toEqual(lines.slice(0, 4))
})

it('an object literal that is spread into attributes is refused', () => {
  const lines = [
    'export const a = <Player {...{ playback, frame }} />',
    'export const b = <Player frame={frame} {...{ playback, ...rest }}>text</Player>',
  ]
  expect(refusedLines('tests/renderer/planted.tsx', lines)).toEqual(lines)
})

it('a literal within a literal is refused once for each spread', () => {
  const lines = ['export const a = {', '  ...{ x: { ...{ y } } },', '}']
  expect(refusedLines('src/shared/planted.ts', lines)).toHaveLength(2)
})

it('spreads of names, of calls and of conditions are taken', () => {
  const lines = [
    'export const a = { ...rest, x }',
    'export const b = { ...(isOn && { x }) }',
    'export const c = { ...(isOn ? { x } : { y }) }',
    'export const d = { ...read({ x }) }',
    'export const e = [...[x, y], { x }]',
    'export const f = <Player {...rest} style={{ ...rest }} />',
    'export const g = <Player {...(isOn && { frame })} />',
  ]
  expect(refusedLines('src/renderer/planted.tsx', lines)).toEqual([])
})
