/** One icon per block kind, and one per level of problems. */
import {
  type Icon,
  IconAlertTriangleFilled,
  IconArrowsSplit2,
  IconBrush,
  IconCircleDashed,
  IconCrop,
  IconDownload,
  IconExclamationCircleFilled,
  IconFilter,
  IconFocus2,
  IconQuestionMark,
  IconRoute,
  IconRuler2,
  IconVideo,
} from '@tabler/icons-react'
import { type BlockKindName, isBlockKind } from '../../../../shared/blocks/catalogue.ts'
import { BLOCK_COLORS } from '../../../base/ui/tokens.ts'
import type { Level } from '../session/issue-store.ts'

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

/** The icons of problems by level. */
export const LEVEL_MARKS: Record<Level, typeof IconCircleDashed> = {
  error: IconExclamationCircleFilled,
  warning: IconAlertTriangleFilled,
  todo: IconCircleDashed,
}
