/**
 * `npm run rooms`: prints the folders of each layer and their imports as Mermaid flowcharts in Markdown; `npm run -s rooms -- platform`
 * those of one layer. Imports that follow from others are left out (transitive reduction), except among folders that import
 * each other.
 */
import { fileURLToPath } from 'node:url'
import { cycles, folderGraph, sourcesBelow } from './folder-graph.mjs'

/** @import { FolderGraph } from './folder-graph.mjs' */
/**
 * Each room of a layer with those that it imports.
 * @typedef {ReadonlyMap<string, readonly string[]>} Imports
 */

/**
 * One flowchart for each layer with more than one room, from the sources as `sourcesBelow` returns them; with names of layers,
 * for these only.
 * @param {ReadonlyMap<string, string>} sources
 * @param {readonly string[]} [chosen]
 */
export function roomsDiagram(sources, chosen = []) {
  const graph = folderGraph(sources)
  const layers = [...new Set([...graph.keys()].map(layerOf))].sort()
  return layers
    .filter((layer) => chosen.length === 0 || chosen.includes(layer))
    .map((layer) => ({ layer, rooms: [...graph.keys()].filter((room) => layerOf(room) === layer) }))
    .filter(({ rooms }) => rooms.length > 1)
    .map(({ layer, rooms }) => `**${layer}**\n\n${flowchart(rooms, graph)}`)
    .join('\n\n')
}

/** @param {string} room */
const layerOf = (room) => room.slice(0, room.indexOf('/'))
/** @param {string} room */
const nameOf = (room) => room.slice(room.indexOf('/') + 1).replace('(top)', 'files beside the folders')

/**
 * Rooms that import others come first, so that the rooms that everything rests on end up on the right.
 * @param {readonly string[]} rooms
 * @param {FolderGraph} graph
 */
function flowchart(rooms, graph) {
  const imports = new Map(rooms.map((room) => [room, [...(graph.get(room)?.keys() ?? [])]]))
  const groups = groupsOf(rooms, graph)
  const heights = heightsOf(rooms, imports, groups)
  /** @param {string} room */
  const heightOf = (room) => heights.get(room) ?? 0
  const ordered = [...rooms].sort((a, b) => heightOf(b) - heightOf(a) || (a < b ? -1 : 1))
  /** @param {string} room */
  const idOf = (room) => `r${ordered.indexOf(room)}`
  const edges = ordered.flatMap((room) =>
    importsOf(room, imports)
      .filter((to) => !followsFromOthers(room, to, imports, groups))
      .sort((a, b) => ordered.indexOf(a) - ordered.indexOf(b))
      .map((to) => `  ${idOf(room)} --> ${idOf(to)}`),
  )
  const nodes = ordered.map((room) => `  ${idOf(room)}["${nameOf(room)}"]`)
  return ['```mermaid', 'flowchart LR', ...nodes, ...edges, '```'].join('\n')
}

/**
 * @param {string} room
 * @param {Imports} imports
 */
const importsOf = (room, imports) => imports.get(room) ?? []

/**
 * Maps each room to the first room of its cycle; a room outside of cycles to itself.
 * @param {readonly string[]} rooms
 * @param {FolderGraph} graph
 */
function groupsOf(rooms, graph) {
  const groups = new Map(rooms.map((room) => [room, room]))
  for (const cycle of cycles(graph)) {
    const [first = ''] = cycle
    for (const room of cycle) if (groups.has(room)) groups.set(room, first)
  }
  return groups
}

/**
 * The rooms that can be reached from `from` over imports, without `from` unless a cycle leads back.
 * @param {string} from
 * @param {Imports} imports
 */
function reachable(from, imports) {
  /** @type {Set<string>} */
  const found = new Set()
  const open = [...importsOf(from, imports)]
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (found.has(room)) continue
    found.add(room)
    open.push(...importsOf(room, imports))
  }
  return found
}

/**
 * True when the import is implied by a path over a third room. Within a cycle no import is implied.
 * @param {string} from
 * @param {string} to
 * @param {Imports} imports
 * @param {ReadonlyMap<string, string>} groups
 */
function followsFromOthers(from, to, imports, groups) {
  const [here, there] = [groups.get(from), groups.get(to)]
  if (here === there) return false
  return importsOf(from, imports).some((via) => {
    const group = groups.get(via)
    return group !== here && group !== there && reachable(via, imports).has(to)
  })
}

/**
 * The longest way down over the groups of rooms: 0 for rooms that import no other room of their layer.
 * @param {readonly string[]} rooms
 * @param {Imports} imports
 * @param {ReadonlyMap<string, string>} groups
 */
function heightsOf(rooms, imports, groups) {
  /** @type {Map<string, number>} */
  const heights = new Map()
  /** @param {string} room */
  const groupOf = (room) => groups.get(room) ?? room
  /**
   * @param {string} group
   * @returns {number}
   */
  const heightOf = (group) => {
    const known = heights.get(group)
    if (known !== undefined) return known
    const below = rooms
      .filter((room) => groupOf(room) === group)
      .flatMap((room) => importsOf(room, imports).map(groupOf))
      .filter((other) => other !== group)
    const height = Math.max(-1, ...below.map(heightOf)) + 1
    heights.set(group, height)
    return height
  }
  return new Map(rooms.map((room) => [room, heightOf(groupOf(room))]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  console.log(roomsDiagram(sourcesBelow(src), process.argv.slice(2)))
}
