/** The icons of problems by level. */
import { IconAlertTriangleFilled, IconCircleDashed, IconExclamationCircleFilled } from '@tabler/icons-react'
import type { Level } from '../session/issue-store.ts'

export const LEVEL_MARKS: Record<Level, typeof IconCircleDashed> = {
  error: IconExclamationCircleFilled,
  warning: IconAlertTriangleFilled,
  todo: IconCircleDashed,
}
