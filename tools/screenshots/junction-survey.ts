/** A realistic workflow of thirty blocks: vehicles, trucks close up, people and cyclists, each with results of their own. */
import type { CardColor, Frame, GraphEdge, GraphNode, Layout, Note } from '../../src/shared/graph/graph.ts'

const COLUMN = 252
const ROW = 290
/** Between the rows of two groups. */
const BAND = 60

const MAIN_ROAD = [
  [0.3711, 0.8672],
  [0.7728, 0.7989],
]
const ZEBRA_LINE = [
  [0.5259, 0.6634],
  [0.4891, 0.5504],
]
const ZEBRA = [
  [0.37, 0.583],
  [0.62, 0.556],
  [0.655, 0.611],
  [0.372, 0.65],
]
const QUEUE = [
  [0.385, 0.4],
  [0.435, 0.4],
  [0.475, 0.555],
  [0.4, 0.555],
]

type Group = 'vehicles' | 'trucks' | 'people'
const GROUPS: Record<Group, { title: string; color: CardColor }> = {
  vehicles: { title: 'Vehicles', color: 'blue' },
  trucks: { title: 'Trucks close up', color: 'amber' },
  people: { title: 'Pedestrians and cyclists', color: 'green' },
}

interface Block {
  type: string
  title: string
  config?: Record<string, unknown>
  /** Ids of the blocks that it reads, with the output's id where there are several; drawn blocks name the input first. */
  from: readonly string[]
  at: readonly [column: number, row: number]
  group?: Group
}

const model = (title: string, classes: string[], at: Block['at'], group: Group, from = 'street'): Block => ({
  type: 'model',
  title,
  at,
  group,
  from: [from],
  config: { model_kind: 'trained', model_id: 'street-detector', confidence_threshold: 0.1, class_filter: classes },
})
const sink = (title: string, kind: string, from: string[], at: Block['at'], group: Group): Block => ({
  type: 'sink',
  title,
  from,
  at,
  group,
  config: { kind, filename: title.toLowerCase().replaceAll(' ', '-') },
})
const filter = (title: string, config: object, from: string, at: Block['at'], group: Group): Block => ({
  type: 'filter',
  title,
  config: { ...config },
  from: [from],
  at,
  group,
})
const track = (title: string, from: string, at: Block['at'], group: Group): Block => ({
  type: 'track',
  title,
  config: { tracker: 'bytetrack' },
  from: [from],
  at,
  group,
})
const measure = (title: string, kind: 'line' | 'zone', points: number[][], from: string, at: Block['at']): Block => ({
  type: 'measure',
  title,
  config: { geometries: [{ kind, name: title, points }] },
  from: [from],
  at,
  group: at[1] < 2 ? 'vehicles' : 'people',
})
const condition = (title: string, rule: object, from: string, at: Block['at'], group: Group): Block => ({
  type: 'condition',
  title,
  from: [from],
  at,
  group,
  config: { rules: [{ operator: '>=', ...rule }], combinator: 'all', hold_n: 4, hold_m: 6 },
})
const draw = (title: string, from: string[], at: Block['at'], group: Group): Block => ({
  type: 'visualize',
  title,
  config: { trails: true },
  from,
  at,
  group,
})

const BLOCKS: Readonly<Record<string, Block>> = {
  street: {
    type: 'source',
    title: 'Street crossing',
    from: [],
    at: [0, 2],
    config: { kind: 'video', gcs_uri: 'sightline://demo/street-crossing.mp4' },
  },
  vehicles: model('Vehicles', ['car', 'truck'], [1, 0], 'vehicles'),
  clear: filter('Confident only', { min_confidence: 0.2 }, 'vehicles', [2, 0], 'vehicles'),
  trackVehicles: track('Track vehicles', 'clear', [3, 0], 'vehicles'),
  road: measure('Main road', 'line', MAIN_ROAD, 'trackVehicles', [4, 0]),
  waiting: measure('Waiting vehicles', 'zone', QUEUE, 'trackVehicles', [4, 1]),
  queue: condition(
    ...(['A queue?', { subject: 'zone', threshold: 2, points: QUEUE }, 'trackVehicles', [5, 1], 'vehicles'] as const),
  ),
  drawRoad: draw('Draw vehicles', ['detections<trackVehicles', 'events<road'], [6, 0], 'vehicles'),
  queueTable: sink('Queues', 'csv', ['queue.true'], [7, 1], 'vehicles'),
  roadVideo: sink('Road video', 'annotated_video', ['drawRoad'], [7, 0], 'vehicles'),
  roadTable: sink('Road counts', 'csv', ['road'], [8, 0], 'vehicles'),
  waitingTable: sink('Waiting times', 'csv', ['waiting'], [8, 1], 'vehicles'),

  trucks: filter('Trucks only', { keep_classes: ['truck'], min_confidence: 0.4 }, 'vehicles', [2, 2], 'trucks'),
  crop: {
    type: 'crop',
    title: 'Crop each truck',
    from: ['trucks'],
    at: [3, 2],
    group: 'trucks',
    config: { max_crops: 4, min_crop_size: 40 },
  },
  closer: model('Second model', ['truck'], [4, 2], 'trucks', 'crop'),
  truckParts: sink('Truck details', 'json', ['closer'], [5, 2], 'trucks'),

  people: model('People and cyclists', ['pedestrian', 'bicycle'], [1, 3], 'people'),
  pedestrians: filter('Pedestrians only', { keep_classes: ['pedestrian'] }, 'people', [2, 3], 'people'),
  cyclists: filter('Cyclists only', { keep_classes: ['bicycle'] }, 'people', [2, 4], 'people'),
  trackPedestrians: track('Track pedestrians', 'pedestrians', [3, 3], 'people'),
  trackCyclists: track('Track cyclists', 'cyclists', [3, 4], 'people'),
  zebra: measure('Zebra crossing', 'line', ZEBRA_LINE, 'trackPedestrians', [4, 3]),
  lane: measure('Cycle lanes', 'line', MAIN_ROAD, 'trackCyclists', [4, 4]),
  occupied: condition(
    'Crossing occupied?',
    { subject: 'zone', threshold: 1, points: ZEBRA },
    'trackPedestrians',
    [5, 3],
    'people',
  ),
  drawOccupied: draw('Draw pedestrians', ['detections<occupied.true', 'events<zebra'], [6, 3], 'people'),
  drawCyclists: draw('Draw cyclists', ['detections<trackCyclists', 'events<lane'], [6, 4], 'people'),
  occupiedVideo: sink('Crossing video', 'annotated_video', ['drawOccupied'], [7, 3], 'people'),
  cyclistsVideo: sink('Cyclists video', 'annotated_video', ['drawCyclists'], [7, 4], 'people'),
  zebraTable: sink('Crossing counts', 'csv', ['zebra'], [8, 3], 'people'),
  laneTable: sink('Cyclist counts', 'json', ['lane', 'trackCyclists'], [8, 4], 'people'),
}

const yOf = ([, row]: Block['at']) => row * ROW + (row >= 2 ? BAND : 0) + (row >= 3 ? BAND : 0)

const NOTES: Record<string, Note> = {
  about: {
    x: 0,
    y: yOf([0, 0]),
    width: 212,
    height: 150,
    color: 'grey',
    text: 'One camera, three questions: who passes, who waits, and which trucks come by.',
  },
  closerNote: {
    x: 6 * COLUMN,
    y: yOf([6, 2]),
    width: 464,
    height: 90,
    color: 'amber',
    text: 'The bundled detector runs on each crop here. Choose a classifier of your own instead.',
  },
}

/** The body of `workflows.create`. */
export function junctionSurvey() {
  const ids = Object.keys(BLOCKS)
  const nodes: GraphNode[] = ids.map((id) => ({ id, type: blockOf(id).type, config: blockOf(id).config ?? {} }))
  const edges = ids.flatMap((id) => blockOf(id).from.map((from) => edge(from, id)))
  const layout: Layout = {
    nodes: Object.fromEntries(ids.map((id) => [id, { x: blockOf(id).at[0] * COLUMN, y: yOf(blockOf(id).at) }])),
    titles: Object.fromEntries(ids.map((id) => [id, blockOf(id).title])),
    notes: NOTES,
    frames: Object.fromEntries(
      Object.entries(GROUPS).map(([id, group]) => [`${id}Group`, frameOf(id as Group, group)]),
    ),
  }
  const description =
    'Counts vehicles, pedestrians and cyclists, measures queues and waiting times, and runs a second model on every truck.'
  return { name: 'Junction survey', description, graph: { version: 1 as const, nodes, edges }, layout }
}

const blockOf = (id: string): Block => BLOCKS[id] as Block

/** Makes an edge to `target` from a text like `input<block.output`, which names ports where a block has several. */
function edge(from: string, target: string): GraphEdge {
  const [, targetHandle, source = '', sourceHandle] = /^(?:(\w+)<)?(\w+)(?:\.(\w+))?$/.exec(from) ?? []
  return { source, target, ...(sourceHandle && { sourceHandle }), ...(targetHandle && { targetHandle }) }
}

const frameOf = (id: Group, { title, color }: { title: string; color: CardColor }): Frame => ({
  title,
  color,
  members: [
    ...Object.keys(BLOCKS).filter((block) => BLOCKS[block]?.group === id),
    ...(id === 'trucks' ? ['closerNote'] : []),
  ],
})
