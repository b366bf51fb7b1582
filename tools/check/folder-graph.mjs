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

/**
 * Folders to the folders of their own layer that they import, each with the importing lines.
 * @typedef {ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>} FolderGraph
 */

/**
 * Every source file below `src`, as a map from its path (with slashes) to its text.
 * @param {string} src
 */
export function sourcesBelow(src) {
  const paths = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  return new Map(paths.map((path) => [path.split(sep).join('/'), readFileSync(join(src, path), 'utf8')]))
}

/**
 * The folder that a file counts for: the one below its layer, or below a split folder; files beside the former count as top.
 * @param {string} file
 */
export function folderOf(file) {
  const parts = file.split('/')
  const split = SPLIT_FOLDERS.find((folder) => file.startsWith(`${folder}/`))
  const depth = split ? split.split('/').length + 1 : 2
  return parts.length > 2 ? parts.slice(0, Math.min(depth, parts.length - 1)).join('/') : `${parts[0]}/(top)`
}

/**
 * Maps each folder to the folders of its own layer that it imports, and each of these to the importing lines.
 * @param {ReadonlyMap<string, string>} sources
 * @returns {FolderGraph}
 */
export function folderGraph(sources) {
  /** @type {Map<string, Map<string, string[]>>} */
  const graph = new Map()
  for (const [file, text] of sources) {
    const from = folderOf(file)
    const lines = graph.get(from) ?? new Map()
    graph.set(from, lines)
    for (const specifier of importsOf(text).filter((s) => s.startsWith('.'))) {
      const target = posix.normalize(posix.join(posix.dirname(file), specifier))
      const to = folderOf(target)
      if (to === from || to.split('/')[0] !== from.split('/')[0]) continue
      lines.set(to, [...(lines.get(to) ?? []), `src/${file} imports ${target}`])
    }
  }
  return graph
}

/**
 * The groups of two or more folders that import each other, directly or through others; each sorted.
 * @param {FolderGraph} graph
 */
export function cycles(graph) {
  /** @type {Map<string, number>} */
  const lows = new Map()
  /** @type {string[]} */
  const open = []
  /** @type {string[][]} */
  const groups = []
  /**
   * Numbers the folder by the order of visits; returns the lowest number that it reaches.
   * @param {string} folder
   */
  const visit = (folder) => {
    const number = lows.size
    let low = number
    lows.set(folder, low)
    open.push(folder)
    for (const to of graph.get(folder)?.keys() ?? []) {
      const reached = lows.get(to) ?? visit(to)
      if (open.includes(to)) low = Math.min(low, reached)
    }
    lows.set(folder, low)
    if (low === number) {
      const group = open.splice(open.indexOf(folder))
      if (group.length > 1) groups.push(group.sort())
    }
    return low
  }
  for (const folder of graph.keys()) if (!lows.has(folder)) visit(folder)
  return groups
}

/**
 * The pairs of folders that import each other directly.
 * @param {FolderGraph} graph
 */
export const mutualPairs = (graph) =>
  [...graph].flatMap(([a, targets]) =>
    [...targets.keys()].filter((b) => a < b && graph.get(b)?.has(a)).map((b) => [a, b]),
  )

/** @param {FolderGraph} graph */
function report(graph) {
  const groups = cycles(graph)
  console.log(
    `${graph.size} folders, ${mutualPairs(graph).length} pairs that import each other, ${groups.length} cycles`,
  )
  for (const group of groups) {
    console.log(`\nCycle of ${group.join(', ')}`)
    for (const from of group)
      for (const [to, lines] of graph.get(from) ?? [])
        if (group.includes(to)) for (const line of lines) console.log(`  ${line}`)
  }
  return groups.length === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  if (!report(folderGraph(sourcesBelow(src)))) process.exitCode = 1
}
