/** The tool of each name. */
import { BoxTool, ExtremesTool } from './box-tool.ts'
import { CutTool, MergeTool, SplitTool } from './clip-tools.ts'
import { ObjectTool } from './object-tool.ts'
import { KeypointTool, PolygonTool, PolylineTool } from './path-tool.ts'
import { SelectTool } from './select-tool.ts'
import type { Tool, ToolContext, ToolName } from './tool.ts'

const KINDS: Record<ToolName, new (context: ToolContext) => Tool> = {
  select: SelectTool,
  box: BoxTool,
  extremes: ExtremesTool,
  polygon: PolygonTool,
  polyline: PolylineTool,
  keypoint: KeypointTool,
  object: ObjectTool,
  cut: CutTool,
  split: SplitTool,
  merge: MergeTool,
}

export const newTool = (name: ToolName, context: ToolContext): Tool => new KINDS[name](context)
