/** The main components that Sightline is built on, with their licences. */
import { texts } from '../../texts/texts.ts'

const { uses } = texts.settings.licences

export const COMPONENTS: readonly { name: string; use: string; licence: string }[] = [
  { name: texts.settings.licences.ffmpeg, use: uses.video, licence: 'GPL-3.0' },
  { name: 'ONNX Runtime', use: uses.models, licence: 'MIT' },
  { name: 'React, React Flow', use: uses.canvas, licence: 'MIT' },
  { name: 'Mantine, Tabler Icons', use: uses.controls, licence: 'MIT' },
  { name: 'Fastify, Kysely, libSQL', use: uses.platform, licence: 'MIT' },
  { name: 'uPlot', use: uses.charts, licence: 'MIT' },
  { name: 'DejaVu Sans', use: uses.text, licence: 'Bitstream Vera' },
]
