/**
 * `npm run rooms`: prints the folders of each layer and their imports as Mermaid flowcharts in Markdown; `npm run -s rooms -- platform`
 * those of one layer. Imports that follow from others are left out (transitive reduction), except among folders that import
 * each other.
 */
import { fileURLToPath } from 'node:url'
import { cycles, folderGraph, sourcesBelow } from './folder-graph.mjs'

/**
 * One flowchart for each layer with more than one room, from the sources as `sourcesBelow` returns them; with names of layers,
 * for these only.
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

const layerOf = (room) => room.split('/')[0]
const nameOf = (room) => room.slice(room.indexOf('/') + 1).replace('(top)', 'files beside the folders')

/** Rooms that import others come first, so that the rooms that everything rests on end up on the right. */
function flowchart(rooms, graph) {
  const imports = new Map(rooms.map((room) => [room, [...(graph.get(room)?.keys() ?? [])]]))
  const groups = groupsOf(rooms, graph)
  const heights = heightsOf(rooms, imports, groups)
  const ordered = [...rooms].sort((a, b) => heights.get(b) - heights.get(a) || (a < b ? -1 : 1))
  const idOf = (room) => `r${ordered.indexOf(room)}`
  const edges = ordered.flatMap((room) =>
    imports
      .get(room)
      .filter((to) => !followsFromOthers(room, to, imports, groups))
      .sort((a, b) => ordered.indexOf(a) - ordered.indexOf(b))
      .map((to) => `  ${idOf(room)} --> ${idOf(to)}`),
  )
  const nodes = ordered.map((room) => `  ${idOf(room)}["${nameOf(room)}"]`)
  return ['```mermaid', 'flowchart LR', ...nodes, ...edges, '```'].join('\n')
}

/** Maps each room to the first room of its cycle; a room outside of cycles to itself. */
function groupsOf(rooms, graph) {
  const groups = new Map(rooms.map((room) => [room, room]))
  for (const cycle of cycles(graph)) for (const room of cycle) if (groups.has(room)) groups.set(room, cycle[0])
  return groups
}

/** The rooms that can be reached from `from` over imports, without `from` unless a cycle leads back. */
function reachable(from, imports) {
  const found = new Set()
  const open = [...imports.get(from)]
  while (open.length > 0) {
    const room = open.pop()
    if (found.has(room)) continue
    found.add(room)
    open.push(...imports.get(room))
  }
  return found
}

/** True when the import is implied by a path over a third room. Within a cycle no import is implied. */
function followsFromOthers(from, to, imports, groups) {
  const [here, there] = [groups.get(from), groups.get(to)]
  if (here === there) return false
  return imports.get(from).some((via) => {
    const group = groups.get(via)
    return group !== here && group !== there && reachable(via, imports).has(to)
  })
}

/** The longest way down over the groups of rooms: 0 for rooms that import no other room of their layer. */
function heightsOf(rooms, imports, groups) {
  const heights = new Map()
  const heightOf = (group) => {
    if (heights.has(group)) return heights.get(group)
    const below = rooms
      .filter((room) => groups.get(room) === group)
      .flatMap((room) => imports.get(room).map((to) => groups.get(to)))
      .filter((other) => other !== group)
    const height = Math.max(-1, ...below.map(heightOf)) + 1
    heights.set(group, height)
    return height
  }
  return new Map(rooms.map((room) => [room, heightOf(groups.get(room))]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = fileURLToPath(new URL('../../src', import.meta.url))
  console.log(roomsDiagram(sourcesBelow(src), process.argv.slice(2)))
}
