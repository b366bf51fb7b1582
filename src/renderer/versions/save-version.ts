/** Prompts for a name and saves the canvas as a version under it. */
import type { EditorSession } from '../editor/session/session.ts'
import { texts } from '../messages/texts.ts'
import { askName } from '../ui/ask-name.tsx'
import { toastInfo } from '../ui/toast.tsx'

const T = texts.versions

export function saveVersion(
  { versions }: Pick<EditorSession, 'versions'>,
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
