/** The settings with the key bindings of the editor, which load on demand because the editor's code is large. */
import { lazy } from 'react'
import { type Extensions, ExtensionsContext, NO_EXTENSIONS } from '../../base/extensions/extensions.ts'
import type { SettingsPage } from '../../base/navigation/route.ts'
import { SettingsScreen as Screen } from '../../screens/settings/settings-screen.tsx'

const EXTENSIONS: Extensions = {
  ...NO_EXTENSIONS,
  EditorKeys: lazy(async () => ({
    default: (await import('../../screens/editor/commands/editor-keys.tsx')).EditorKeys,
  })),
}

export const SettingsScreen = ({ page }: { page?: SettingsPage | undefined }) => (
  <ExtensionsContext value={EXTENSIONS}>
    <Screen page={page} />
  </ExtensionsContext>
)
