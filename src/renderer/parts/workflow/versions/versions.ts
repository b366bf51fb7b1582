/** Titles of versions, and the prompt that saves one. */
import type { StudioVersionInfo } from '../../../../shared/api/studio-versions.ts'
import { WORKFLOW_VERSION } from '../../../../shared/graph/graph.ts'
import type { VersionStore } from '../../../base/extensions/open-workflow.ts'
import { formatWhen } from '../../../base/format/format.ts'
import { askName } from '../../../base/ui/ask-name.tsx'
import { toastInfo } from '../../../base/ui/toast.tsx'
import { plural } from '../../../texts/plural.ts'
import { texts } from '../../../texts/texts.ts'

type Named = Pick<StudioVersionInfo, 'note' | 'created_at'>

/** Returns the version's name, or its time of creation. */
export const versionTitle = ({ note, created_at }: Named): string => note || formatWhen(created_at)

/** Returns the reason why the version was created. */
export const kindText = ({ kind, is_own }: Pick<StudioVersionInfo, 'kind' | 'is_own'>): string =>
  kind === 'named' && !is_own ? texts.versions.namedByOther : texts.versions.kinds[kind]

/** True for a version that a newer Sightline made, and this one can't open. */
export const isNewer = ({ graph_version }: Pick<StudioVersionInfo, 'graph_version'>): boolean =>
  graph_version > WORKFLOW_VERSION

/** “3 changes since the one before”. */
export function changeText(version: Pick<StudioVersionInfo, 'changes' | 'blocks' | 'graph_version'>): string {
  const { changes, blocks } = version
  if (isNewer(version)) return texts.versions.newer
  if (changes === null) return texts.versions.first(plural(blocks, texts.versions.block, texts.versions.blocks))
  return changes === 0 ? texts.versions.noChanges : texts.versions.changes(changes)
}

const T = texts.versions

/** Prompts for a name and saves the canvas as a version under it. */
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
