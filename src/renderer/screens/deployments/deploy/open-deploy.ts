/** Opens the dialog that deploys a model; its code is loaded when it is opened. */
import type { Model } from '../../../../shared/api/models.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'

/** Shows the page of the new deployment afterwards. @param model chosen at first */
export async function openDeploy(host: Host, model?: Model): Promise<void> {
  try {
    const { showDeployDialog } = await import('./deploy-dialog.tsx')
    showDeployDialog(host, model ?? null, (id) => navigate({ screen: 'deployment', deploymentId: id }))
  } catch (error) {
    toastError(texts.deployments.form.notRead, error)
  }
}
