/** The larger parts that Sightline stands on. */
export const COMPONENTS: readonly { name: string; use: string; licence: string }[] = [
  { name: 'FFmpeg, through node-av', use: 'Reading and writing video', licence: 'GPL-3.0' },
  { name: 'ONNX Runtime', use: 'Running models', licence: 'MIT' },
  { name: 'React, React Flow', use: 'The canvas and its page', licence: 'MIT' },
  { name: 'Mantine, Tabler Icons', use: 'Controls and icons', licence: 'MIT' },
  { name: 'Fastify, Kysely, libSQL', use: 'The platform and its database', licence: 'MIT' },
  { name: 'uPlot', use: 'Charts', licence: 'MIT' },
  { name: 'DejaVu Sans', use: 'Text in annotated videos', licence: 'Bitstream Vera' },
]
