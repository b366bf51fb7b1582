/** The models with the button that deploys one. */
import { type Extensions, ExtensionsContext, NO_EXTENSIONS } from '../../base/extensions/extensions.ts'
import { DeployButton } from '../../screens/deployments/deploy/deploy-button.tsx'
import { ModelsScreen as Screen } from '../../screens/models/models-screen.tsx'

/** The extensions of the list of models and of the page of one model. */
export const MODEL_EXTENSIONS: Extensions = { ...NO_EXTENSIONS, modelActions: [DeployButton] }

export const ModelsScreen = () => (
  <ExtensionsContext value={MODEL_EXTENSIONS}>
    <Screen />
  </ExtensionsContext>
)
