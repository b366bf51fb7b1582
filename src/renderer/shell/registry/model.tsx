/** The page of a model with the button that deploys it; loaded on demand. */
import type { ComponentProps } from 'react'
import { ExtensionsContext } from '../../base/extensions/extensions.ts'
import { ModelScreen as Screen } from '../../screens/models/model/model-screen.tsx'
import { MODEL_EXTENSIONS } from './models.tsx'

export const ModelScreen = (props: ComponentProps<typeof Screen>) => (
  <ExtensionsContext value={MODEL_EXTENSIONS}>
    <Screen {...props} />
  </ExtensionsContext>
)
