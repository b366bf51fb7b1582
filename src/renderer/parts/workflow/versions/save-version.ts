/** Prompts for a name and saves the canvas as a version under it. */

import type { VersionStore } from '../../../base/extensions/open-workflow.ts'
import { askName } from '../../../base/ui/ask-name.tsx'
import { toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'

const T = texts.versions

export function saveVersion(
  { versions }: { versions: Pick<VersionStore, 'save'> },
  onSaved?: (versionId: string) => void,
): void {
  askName({
    title: T.saveTitle,
    initial: '',
    action: T.saveAction,
    onName: async (name) => {
      const { id } = await versions.save(name)
      toastInfo(T.saved(name))
      onSaved?.(id)
    },
  })
}
