/** The marks of an image's status and split: each has a shape or a letter of its own, beside its colour. */
import { IconCircle, IconCircleCheckFilled, IconEyeCheck, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ImageSplit, ImageStatus } from '../../../../shared/api/datasets.ts'
import { texts } from '../../../texts/texts.ts'
import classes from './grid.module.css'

const ICONS: Record<ImageStatus, ReactNode> = {
  new: <IconCircle size={13} stroke={2} aria-hidden />,
  annotate: <IconPencil size={13} stroke={2} aria-hidden />,
  review: <IconEyeCheck size={13} stroke={2} aria-hidden />,
  complete: <IconCircleCheckFilled size={13} aria-hidden />,
}

export const StatusIcon = ({ status }: { status: ImageStatus }) => (
  <span className={classes.status} data-status={status} title={texts.data.words.statuses[status]}>
    {ICONS[status]}
  </span>
)

export const SplitMark = ({ split }: { split: ImageSplit }) => (
  <span className={classes.split} title={texts.data.words.splits[split]} aria-hidden>
    {texts.data.words.splitLetters[split]}
  </span>
)
