import type { Size } from '../../shared/domain/geometry.ts'
import { message } from '../../shared/messages/message.ts'
import { createVideoWriter, type Mp4Writer, type VideoState } from '../media/video-writer.ts'
import { givenName, type SinkContext, type SinkWriter } from './sink-writer.ts'

interface OutputVideo {
  name: string
  size: Size
  writer: Mp4Writer
}

export interface OutputVideoState {
  from: string
  name: string
  size: Size
  video: VideoState
}

/**
 * Writes one H.264 mp4 for each wire of frames, with the timestamps and the audio of the source. Frames without pixels are in
 * another part of the video.
 */
export async function annotatedVideoSink(context: SinkContext): Promise<SinkWriter> {
  const { node, output, media, fps, sourcePath, saved, warn, onActivity: onProgress } = context
  const videos = new Map<string, OutputVideo>()
  /** Media time of the last frame that was not decoded. */
  let followsS: number | null = null

  const openVideo = async (
    from: string,
    { width, height }: Size,
    state: OutputVideoState | null,
  ): Promise<OutputVideo> => {
    const own = givenName(node) ?? 'annotated-video'
    const base = node.inlets.length > 1 ? `${own}-${from}` : own
    const { name, path } = state ? output.claim(state.name) : output.reserve(base, '.mp4')
    const { quality } = node.config
    const audioFrom = media.hasAudio ? sourcePath : undefined
    const resumed = { saved: state?.video, followsS }
    const options = { width, height, quality, fps, audioFrom, keepJournal: true, onProgress, ...resumed }
    const video = { name, size: { width, height }, writer: await createVideoWriter(path, options) }
    videos.set(from, video)
    return video
  }
  for (const state of (saved as OutputVideoState[] | null) ?? []) await openVideo(state.from, state.size, state)

  return {
    async write({ frames }) {
      for (const { frame, from } of frames) {
        if (frame.isPixelless) {
          followsS = frame.ptsS
          continue
        }
        const video = videos.get(from) ?? (await openVideo(from, frame, null))
        await video.writer.write(frame)
      }
    },
    save: () =>
      Promise.all(
        [...videos].map(
          async ([from, { name, size, writer }]): Promise<OutputVideoState> => ({
            from,
            name,
            size,
            video: await writer.save(),
          }),
        ),
      ),
    async finish() {
      if (videos.size === 0) warn(message('log.no_annotated_video'))
      for (const { name, writer } of videos.values()) {
        const { frames } = await writer.finish()
        for (const warning of writer.warnings) warn(warning)
        output.add({ name, kind: 'annotated_video', nodeId: node.id, mediaType: 'video/mp4', records: frames })
      }
    },
    async close() {
      for (const { writer } of videos.values()) await writer.close()
    },
  }
}
