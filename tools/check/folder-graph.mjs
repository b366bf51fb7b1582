/**
 * The graph of folders by their imports: which folder of a layer imports which, and the groups of folders that import
 * each other. Groups by Tarjan's algorithm (1972). `node tools/check/folder-graph.mjs` prints the groups, and fails if
 * there is one.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { importsOf } from './imports.mjs'
import { SPLIT_FOLDERS } from './layers.mjs'

/** Every source file below `src`, as a map from its path (with slashes) to its text. */
export function sourcesBelow(src) {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(src, path), 'utf8')]))
}

/** The folder that a file counts for: the one below its layer, or below a split folder; files beside the former count as top. */
export function folderOf(file) {
  const parts = file.split('/')
  const split = SPLIT_FOLDERS.find((folder) => file.startsWith(`${folder}/`))
  const depth = split ? split.split('/').length + 1 : 2
  return parts.length > 2 ? parts.slice(0, Math.min(depth, parts.length - 1)).join('/') : `${parts[0]}/(top)`
}

/** Maps each folder to the folders of its own layer that it imports, and each of these to the importing lines. */
export function folderGraph(sources) {
  const graph = new Map()
  for (const [file, text] of sources) {
    const from = folderOf(file)
    if (!graph.has(from)) graph.set(from, new Map())
    for (const specifier of importsOf(text).filter((s) => s.startsWith('.'))) {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier))
      const to = folderOf(target)
      if (to === from || to.split('/')[0] !== from.split('/')[0]) continue
      const lines = graph.get(from)
      lines.set(to, [...(lines.get(to) ?? []), `src/${file} imports ${target}`])
    }
  }
  return graph
}

/** The groups of two or more folders that import each other, directly or through others; each sorted. */
export function cycles(graph) {
  const index = new Map()
  const low = new Map()
  const open = []
  const groups = []
  const visit = (folder) => {
    index.set(folder, index.size)
    low.set(folder, index.get(folder))
    open.push(folder)
    for (const to of graph.get(folder)?.keys() ?? []) {
      if (!index.has(to)) visit(to)
      if (open.includes(to)) low.set(folder, Math.min(low.get(folder), low.get(to)))
    }
    if (low.get(folder) !== index.get(folder)) return
    const group = open.splice(open.indexOf(folder))
    if (group.length > 1) groups.push(group.sort())
  }
  for (const folder of graph.keys()) if (!index.has(folder)) visit(folder)
  return groups
}

/** The pairs of folders that import each other directly. */
export const mutualPairs = (graph) =>
  [...graph].flatMap(([a, targets]) =>
    [...targets.keys()].filter((b) => a < b && graph.get(b)?.has(a)).map((b) => [a, b]),
  )

function report(graph) {
  const groups = cycles(graph)
  console.log(
    `${graph.size} folders, ${mutualPairs(graph).length} pairs that import each other, ${groups.length} cycles`,
  )
  for (const group of groups) {
    console.log(`\nCycle of ${group.join(', ')}`)
    for (const from of group)
      for (const [to, lines] of graph.get(from))
        if (group.includes(to)) for (const line of lines) console.log(`  ${line}`)
  }
  return groups.length === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  if (!report(folderGraph(sourcesBelow(src)))) process.exitCode = 1
}
