export const palette = {
  groups: {
    input: 'Input',
    find: 'Find',
    select: 'Select',
    measure: 'Measure',
    output: 'Output',
    more: 'More',
    also: {
      source: 'video image file camera input',
      model: 'detect detector yolo onnx ai sam3',
      track: 'bytetrack botsort id follow',
      measure: 'count line zone dwell occupancy',
      visualize: 'draw annotate overlay blur',
      sink: 'output export save webhook csv json video',
      condition: 'if branch alert',
    },
  },
  palette: {
    noMatches: 'No matching blocks',
    found: 'Results',
    blocks: 'Blocks',
    find: 'Find a block',
    add: (title: string, summary: string) => `Add ${title}: ${summary}`,
  },
}
