/** Commands that choose tools and classes. */
import { texts } from '../../../../texts/texts.ts'
import type { ToolName } from '../tools/tool.ts'
import type { LabellingCommand } from './command.ts'

const words = texts.labelling.commands

const KEYS: readonly (readonly [ToolName, string])[] = [
  ['select', 'V'],
  ['box', 'B'],
  ['extremes', 'X'],
  ['polygon', 'P'],
  ['polyline', 'L'],
  ['keypoint', 'K'],
  ['object', 'E'],
  ['cut', 'H'],
  ['split', 'S'],
]

const choose = ([tool, key]: readonly [ToolName, string]): LabellingCommand => ({
  id: `label-tool-${tool}`,
  label: texts.labelling.tools[tool],
  keys: [key],
  act: ({ stage }) => {
    stage.tools.choose(tool)
    return true
  },
})

export const TOOL_COMMANDS: readonly LabellingCommand[] = [
  ...KEYS.map(choose),
  {
    id: 'label-tool-merge',
    label: texts.labelling.tools.merge,
    keys: ['M'],
    // Several selected shapes are merged at once; otherwise the tool collects them.
    act: ({ stage }) => {
      if (!stage.tools.mergeSelected()) stage.tools.choose('merge')
      return true
    },
  },
  {
    id: 'label-tool-again',
    label: words.lastTool,
    keys: ['N'],
    act: ({ stage }) => {
      stage.tools.again()
      return true
    },
  },
]

/** Classes that have a number key. */
export const NUMBERED_CLASSES = 9

export const CLASS_COMMANDS: readonly LabellingCommand[] = [
  ...Array.from(
    { length: NUMBERED_CLASSES },
    (_, i): LabellingCommand => ({
      id: `label-class-${i + 1}`,
      label: words.classNumber(i + 1),
      keys: [`${i + 1}`],
      act: ({ stage }) => {
        const chosen = stage.classes.list[i]
        if (chosen) stage.tools.chooseClass(chosen.name)
        return chosen !== undefined
      },
    }),
  ),
  {
    id: 'label-class-search',
    label: words.classSearch,
    keys: ['/'],
    act: ({ openClassSearch }) => {
      openClassSearch()
      return true
    },
  },
]
