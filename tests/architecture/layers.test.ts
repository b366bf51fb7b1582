import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { cycles, folderGraph, sourcesBelow } from '../../tools/check/folder-graph.mjs'
import { violations } from '../../tools/check/imports.mjs'
import { LAYERS, ROOM_ORDER } from '../../tools/check/layers.mjs'
import { lintPlanted } from './planted-lint.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const filesBelow = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((f) => /\.(ts|tsx)$/.test(f))
const rooms = Object.keys(LAYERS)

describe('layers', () => {
  it('are kept by every import in src', () => {
    const src = join(root, 'src')
    const found = filesBelow(src).flatMap((file) =>
      violations(file.split(sep).join('/'), readFileSync(join(src, file), 'utf8')),
    )
    expect(found).toEqual([])
  })

  it('are broken by a planted import, of each kind', () => {
    const planted = (file: string, line: string) => violations(file, `${line}\n`)
    expect(planted('shared/graph/x.ts', "import { readFileSync } from 'node:fs'")).toHaveLength(1)
    expect(planted('shared/graph/x.ts', "import fastify from 'fastify'")).toHaveLength(1)
    expect(planted('renderer/shell/x.ts', "import { createPlatform } from '../../platform/server.ts'")).toHaveLength(1)
    expect(planted('platform/x.ts', "export { createEngine } from '../engine/host/engine-host.ts'")).toHaveLength(1)
    expect(planted('engine/runtime/x.ts', "import('node-av/lib')")).toHaveLength(1)
    expect(planted('engine/media/x.ts', "import { Frame } from 'node-av/lib'")).toHaveLength(0)
  })

  it('have folders that import each other only from the top down, as a planted import of each kind shows', () => {
    const planted = (file: string, target: string) => violations(`renderer/${file}`, `import '${target}'\n`).length
    expect(planted('texts/x.ts', '../base/ui/y.ts')).toBe(1)
    expect(planted('base/ui/x.ts', '../../parts/run/player/y.ts')).toBe(1)
    expect(planted('base/ui/x.ts', '../../screens/runs/y.ts')).toBe(1)
    expect(planted('base/ui/x.ts', '../../shell/y.ts')).toBe(1)
    expect(planted('parts/run/player/x.ts', '../../../screens/runs/y.ts')).toBe(1)
    expect(planted('parts/run/player/x.ts', '../../../shell/y.ts')).toBe(1)
    expect(planted('screens/runs/list/x.ts', '../../batch/y.ts')).toBe(1)
    expect(planted('screens/runs/x.ts', '../../shell/y.ts')).toBe(1)
    expect(planted('shell/x.ts', '../main.tsx')).toBe(1)
    expect(planted('other/x.ts', '../base/ui/y.ts')).toBe(1)
    expect(planted('base/ui/x.ts', '../../texts/y.ts')).toBe(0)
    expect(planted('parts/run/player/x.ts', '../overlay/y.ts')).toBe(0)
    expect(planted('screens/runs/list/x.ts', '../y.ts')).toBe(0)
    expect(planted('screens/runs/x.ts', '../../parts/run/player/y.ts')).toBe(0)
    expect(planted('shell/x.ts', '../screens/runs/y.ts')).toBe(0)
    expect(planted('main.tsx', './shell/y.ts')).toBe(0)
  })

  it('have groups in parts that import each other only from the top down, as a planted import shows for each', () => {
    const planted = (file: string, target: string) =>
      violations(`renderer/parts/${file}`, `import '${target}'\n`).length
    expect(planted('studio/jobs/x.ts', '../../workflow/document/y.ts')).toBe(1)
    expect(planted('workflow/document/x.ts', '../../model/models/y.ts')).toBe(1)
    expect(planted('model/models/x.ts', '../../run/player/y.ts')).toBe(1)
    expect(planted('studio/jobs/x.ts', '../../run/player/y.ts')).toBe(1)
    expect(planted('player/x.ts', '../run/player/y.ts')).toBe(1)
    expect(planted('run/player/x.ts', '../../other.ts')).toBe(1)
    expect(planted('run/player/x.ts', '../../model/models/y.ts')).toBe(0)
    expect(planted('model/models/x.ts', '../../workflow/document/y.ts')).toBe(0)
    expect(planted('workflow/document/x.ts', '../../studio/jobs/y.ts')).toBe(0)
    expect(planted('studio/jobs/x.ts', '../upload/y.ts')).toBe(0)
  })

  const groups = ROOM_ORDER.platform
  it.each(groups.slice(1).map((upper, i) => [groups[i], upper] as const))(
    'of the platform: %s may not import %s, which may import it',
    (lower, upper) => {
      const planted = (from: string, to: string) => violations(`platform/${from}`, `import '${to}'\n`).length
      expect(planted(`${lower}/x.ts`, `../${upper}/y.ts`)).toBe(1)
      expect(planted(`${lower}/room/x.ts`, `../../${upper}/room/y.ts`)).toBe(1)
      expect(planted(`${upper}/room/x.ts`, `../../${lower}/room/y.ts`)).toBe(0)
      expect(planted(`${lower}/room/x.ts`, `../../areas.ts`)).toBe(1)
    },
  )

  it.each(rooms)('of %s have no folders that import each other', (room) => {
    const sources = [...sourcesBelow(join(root, 'src'))].filter(([file]) => file.startsWith(`${room}/`))
    expect(cycles(folderGraph(new Map(sources)))).toEqual([])
  })

  it('find folders that import each other, directly or through others', () => {
    const planted = (...lines: [string, string][]) =>
      cycles(folderGraph(new Map(lines.map(([file, target]) => [file, `import '${target}'\n`]))))
    expect(planted(['engine/a/x.ts', '../b/y.ts'], ['engine/b/y.ts', '../a/x.ts'])).toEqual([['engine/a', 'engine/b']])
    expect(
      planted(
        ['renderer/screens/a/x.ts', '../b/y.ts'],
        ['renderer/screens/b/y.ts', '../c/z.ts'],
        ['renderer/screens/c/z.ts', '../a/x.ts'],
      ),
    ).toEqual([['renderer/screens/a', 'renderer/screens/b', 'renderer/screens/c']])
    expect(planted(['renderer/parts/run/a/x.ts', '../b/y.ts'], ['renderer/parts/run/b/y.ts', '../a/x.ts'])).toEqual([
      ['renderer/parts/run/a', 'renderer/parts/run/b'],
    ])
    expect(planted(['platform/http/x.ts', './a/y.ts'], ['platform/http/a/y.ts', '../x.ts'])).toEqual([
      ['platform/http', 'platform/http/a'],
    ])
    expect(planted(['engine/a/x.ts', '../b/y.ts'], ['engine/b/y.ts', '../c/z.ts'])).toEqual([])
  })

  it.each(rooms)('of %s are the references of its tsconfig', (room) => {
    const config = JSON.parse(readFileSync(join(root, 'src', room, 'tsconfig.json'), 'utf8'))
    const references = config.references.map((r: { path: string }) => relative('..', r.path))
    expect(references.sort()).toEqual([...(LAYERS[room] ?? [])].sort())
  })

  it('are enforced by the compiler: a DOM type and a foreign room in shared do not compile', () => {
    const run = spawnSync(bin('tsc'), ['-p', join(root, 'tests/architecture/planted/shared')], { encoding: 'utf8' })
    expect(run.status).not.toBe(0)
    expect(run.stdout).toContain("Cannot find name 'document'")
    expect(run.stdout).toMatch(/foreign-room\.ts.*TS6307/s)
  })

  it('are enforced by the linter, for each room and each room that it may not import', () => {
    const forbidden = (room: string) => rooms.filter((other) => other !== room && !LAYERS[room]?.includes(other))
    const files: Record<string, string> = {}
    for (const room of rooms) {
      const importing = (up: string) => forbidden(room).map((other) => `import '${up}/${other}/x.ts'\n`)
      files[`src/${room}/planted.ts`] = importing('..').join('')
      files[`src/${room}/deeper/planted.ts`] = importing('../..').join('')
    }
    const flagged = lintPlanted(files).filter((d) => d.category === 'lint/style/noRestrictedImports')
    for (const room of rooms) {
      const here = flagged.filter((d) => d.location.path.includes(`src/${room}/`))
      expect(here.length, room).toBe(2 * forbidden(room).length)
    }
  })
})
