/** The editor with batches and versions; loaded on demand. */
import { type ComponentProps, lazy } from 'react'
import { type Extensions, ExtensionsContext, NO_EXTENSIONS } from '../../base/extensions/extensions.ts'
import { openBatchSetup } from '../../screens/batch/setup/open-setup.tsx'
import { EditorScreen as Screen } from '../../screens/editor/editor-screen.tsx'

const EXTENSIONS: Extensions = {
  ...NO_EXTENSIONS,
  runOnManyFiles: openBatchSetup,
  VersionsPanel: lazy(async () => ({
    default: (await import('../../screens/versions/versions-panel.tsx')).VersionsPanel,
  })),
}

export const EditorScreen = (props: ComponentProps<typeof Screen>) => (
  <ExtensionsContext value={EXTENSIONS}>
    <Screen {...props} />
  </ExtensionsContext>
)
