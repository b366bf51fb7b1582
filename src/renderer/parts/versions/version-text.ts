/** Formats the titles of versions. */
import type { VersionInfo } from '../../../shared/graph/versions.ts'
import { formatWhen } from '../../base/format/format.ts'
import { plural } from '../../base/messages/plural.ts'
import { texts } from '../../base/messages/texts.ts'

type Named = Pick<VersionInfo, 'kind' | 'note' | 'created_at'>

/** Returns the version's name, or its time of creation. */
export const versionTitle = ({ note, created_at }: Named): string => note || formatWhen(created_at)

/** Returns the reason why the version was created. */
export const kindText = ({ kind }: Named): string => texts.versions.kinds[kind]

/** “3 changes since the one before”. */
export function changeText({ changes, blocks, newer }: VersionInfo): string {
  if (newer) return texts.versions.newer
  if (changes === null) return texts.versions.first(plural(blocks, texts.versions.block, texts.versions.blocks))
  return changes === 0 ? texts.versions.noChanges : texts.versions.changes(changes)
}
