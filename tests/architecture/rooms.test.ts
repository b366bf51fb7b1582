import { describe, expect, it } from 'vitest'
import { roomsDiagram } from '../../tools/check/draw-rooms.mjs'

/** Sources in which each room imports the rooms after the colon: `a: b c`. */
const sourcesOf = (...rooms: string[]) =>
  new Map(
    rooms.map((line) => {
      const [room, imported = ''] = line.split(':')
      const lines = imported.split(' ').filter(Boolean)
      return [`engine/${room}/x.ts`, lines.map((to) => `import '../${to}/x.ts'\n`).join('')]
    }),
  )

/** The names of the rooms in the order of the diagram, and its arrows. */
function drawn(sources: ReadonlyMap<string, string>) {
  const diagram = roomsDiagram(sources)
  const names = [...diagram.matchAll(/^ {2}r\d+\["(.+)"\]$/gm)].map(([, name = '']) => name)
  const arrows = [...diagram.matchAll(/^ {2}r(\d+) --> r(\d+)$/gm)].map(
    ([, a, b]) => `${names[Number(a)]}>${names[Number(b)]}`,
  )
  return { names, arrows }
}

describe('the diagram of the rooms', () => {
  it('leaves out imports that follow from others, and ends with the rooms that import none', () => {
    expect(drawn(sourcesOf('base:', 'top:base mid low', 'mid:low base', 'low:base'))).toEqual({
      names: ['top', 'mid', 'low', 'base'],
      arrows: ['top>mid', 'mid>low', 'low>base'],
    })
  })

  it('draws all imports of a cycle, and one way to what is below it', () => {
    expect(drawn(sourcesOf('a:b c', 'b:a low', 'c:low', 'low:'))).toEqual({
      names: ['a', 'b', 'c', 'low'],
      arrows: ['a>b', 'a>c', 'b>a', 'b>low', 'c>low'],
    })
  })

  it('does not depend on the order of the files', () => {
    const sources = sourcesOf('a:b c', 'b:d', 'c:d', 'd:')
    expect(roomsDiagram(new Map([...sources].reverse()))).toBe(roomsDiagram(sources))
  })

  it('has no chart for a layer with one room, and one name for the files beside the folders', () => {
    expect(roomsDiagram(new Map([['web/web.ts', '']]))).toBe('')
    const sources = new Map([
      ['app/host.ts', "import './files/x.ts'\n"],
      ['app/files/x.ts', ''],
    ])
    expect(drawn(sources).names).toEqual(['files beside the folders', 'files'])
  })

  it('has only the layers that are named', () => {
    const sources = new Map([
      ['app/a/x.ts', "import '../b/x.ts'\n"],
      ['app/b/x.ts', ''],
      ['engine/a/x.ts', ''],
      ['engine/b/x.ts', ''],
    ])
    const layersOf = (diagram: string) => [...diagram.matchAll(/^\*\*(.+)\*\*$/gm)].map(([, layer]) => layer)
    expect(layersOf(roomsDiagram(sources))).toEqual(['app', 'engine'])
    expect(layersOf(roomsDiagram(sources, ['engine']))).toEqual(['engine'])
  })
})
