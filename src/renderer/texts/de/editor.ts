import type { Texts } from '../en/index.ts'
import { canvas } from './editor/canvas.ts'
import { commands } from './editor/commands.ts'
import { conflict } from './editor/conflict.ts'
import { document } from './editor/document.ts'
import { files } from './editor/files.ts'
import { palette } from './editor/palette.ts'
import { panels } from './editor/panels.ts'
import { screen } from './editor/screen.ts'
import { session } from './editor/session.ts'
import { summary } from './editor/summary.ts'
import { toolbar } from './editor/toolbar.ts'

export const editor: Texts['editor'] = {
  summary,
  canvas,
  commands,
  panels,
  document,
  screen,
  files,
  palette,
  session,
  conflict,
  toolbar,
}
