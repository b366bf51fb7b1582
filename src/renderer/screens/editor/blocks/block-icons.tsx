/** One icon per block kind. */
import {
  type Icon,
  IconArrowsSplit2,
  IconBrush,
  IconCrop,
  IconDownload,
  IconFilter,
  IconFocus2,
  IconQuestionMark,
  IconRoute,
  IconRuler2,
  IconVideo,
} from '@tabler/icons-react'
import { type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { BLOCK_COLORS } from '../../../base/ui/tokens.ts'

const ICONS: Record<BlockKindName, Icon> = {
  source: IconVideo,
  model: IconFocus2,
  filter: IconFilter,
  track: IconRoute,
  crop: IconCrop,
  condition: IconArrowsSplit2,
  measure: IconRuler2,
  visualize: IconBrush,
  sink: IconDownload,
}

export const blockColor = (kind: string): string => (isBlockKind(kind) ? BLOCK_COLORS[kind] : '#8a8f98')

export function BlockIcon({ kind, size = 18 }: { kind: string; size?: number }) {
  const Shape = isBlockKind(kind) ? ICONS[kind] : IconQuestionMark
  return <Shape size={size} stroke={1.75} aria-hidden />
}
