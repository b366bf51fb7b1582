/** Colours of lines and zones by their order in a run, the same in rendered videos and in the app. */

/** Distinct from the class colours: strong and light, so that geometry reads as drawn by hand onto the scene. */
const COLORS = [
  ...['#27e0ff', '#ffd23e', '#ff6bcb', '#7dff6b', '#b39bff', '#ff9d5c'],
  ...['#44a1b1', '#d665e6', '#949938', '#f66377', '#26cb96', '#aae5b5'],
]

/** The number of lines and zones that have distinct colours. */
export const GEOMETRY_COLORS = COLORS.length

/** The colour of the line or zone with this index, as #rrggbb. */
export const geometryColor = (index: number): string => COLORS[index % COLORS.length] as string

/** The index of a block's first line or zone: numbering continues across measure blocks in the order of the graph. */
export function firstGeometryOf(
  nodes: readonly { id: string; type: string; config: Record<string, unknown> }[],
  nodeId: string,
): number {
  let index = 0
  for (const { id, type, config } of nodes) {
    if (id === nodeId) break
    if (type === 'measure' && Array.isArray(config.geometries)) index += config.geometries.length
  }
  return index
}
