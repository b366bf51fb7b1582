/**
 * The progress of an extraction. Each frame counts twice, when it is read and when it is in the data set, so that the progress is
 * complete with the last image.
 */
import type { JobProgress } from '../../../shared/api/jobs.ts'
import type { VideoExtractionJob } from '../../../shared/api/video.ts'

interface Frames {
  read: number
  added: number
  /** Null until known. */
  total: number | null
}

export const progressOf = ({ read, added, total }: Frames): JobProgress => ({
  done: read + added,
  total: total === null ? null : 2 * Math.max(total, read),
})

/** The same as the figures of an extraction that runs: `frames_extracted` counts the frames that are read. */
export function figuresOf({
  done,
  total,
}: JobProgress): Pick<VideoExtractionJob, 'progress' | 'frames_extracted' | 'total_frames'> {
  if (total === null) return { progress: 0, frames_extracted: done, total_frames: done }
  const total_frames = total / 2
  const progress = total > 0 ? done / total : 0
  return { progress, frames_extracted: Math.min(done, total_frames), total_frames }
}
