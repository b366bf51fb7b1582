/** What a version is called. */
import type { VersionInfo } from '../../shared/bridge/versions.ts'
import { plural } from '../messages/plural.ts'
import { texts } from '../messages/texts.ts'
import { formatWhen } from '../ui/format.ts'

type Named = Pick<VersionInfo, 'kind' | 'note' | 'created_at'>

/** Its name, or when it was made. */
export const versionTitle = ({ note, created_at }: Named): string => note || formatWhen(created_at)

/** Why there is one. */
export const kindWords = ({ kind }: Named): string => texts.versions.kinds[kind]

/** “3 changes since the one before”. */
export function changeWords({ changes, blocks }: VersionInfo): string {
  if (changes === null) return texts.versions.first(plural(blocks, texts.versions.block, texts.versions.blocks))
  return changes === 0 ? texts.versions.noChanges : texts.versions.changes(changes)
}
