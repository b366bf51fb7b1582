import { createVideoWriter, type Mp4Writer } from '../media/video-writer.ts'
import { baseName, type SinkContext, type SinkWriter } from './sink-writer.ts'

interface Film {
  name: string
  writer: Mp4Writer
}

/** One H.264 mp4 for each wire of frames, with the times and the sound of the source. */
export async function annotatedVideoSink(context: SinkContext): Promise<SinkWriter> {
  const { node, output, media, fps, sourcePath, warn } = context
  const films = new Map<string, Film>()
  let finished = false

  const filmOf = async (from: string, size: { width: number; height: number }): Promise<Film> => {
    const known = films.get(from)
    if (known) return known
    const base = node.inlets.length > 1 ? `${baseName(node)}-${from}` : baseName(node)
    const { name, path } = output.reserve(base, '.mp4')
    const { width, height } = size
    const { quality } = node.config
    const options = { width, height, quality, fps, audioFrom: media.hasAudio ? sourcePath : undefined }
    const film = { name, writer: await createVideoWriter(path, options) }
    films.set(from, film)
    return film
  }

  return {
    async write({ frames }) {
      for (const { frame, from } of frames) {
        const film = await filmOf(from, frame)
        await film.writer.write(frame)
      }
    },
    async finish() {
      finished = true
      if (films.size === 0) warn('No frame reached this block, so there is no video.')
      for (const { name, writer } of films.values()) {
        const { frames } = await writer.finish()
        for (const warning of writer.warnings) warn(warning)
        output.add({ name, kind: 'annotated_video', nodeId: node.id, mediaType: 'video/mp4', records: frames })
      }
    },
    async close() {
      if (finished) return
      for (const { writer } of films.values()) await writer.abort()
    },
  }
}
