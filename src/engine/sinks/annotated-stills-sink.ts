import { writeFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { message } from '../../shared/messages/message.ts'
import { outputFailure } from '../core/run-failure.ts'
import type { Frame } from '../media/frame.ts'
import { encodePng } from '../media/png-writer.ts'
import { givenName, type SinkContext, type SinkWriter } from './sink-writer.ts'

/** More files than a person inspects, and about as many as the list of files can show. */
export const MAX_STILLS = 2000

interface StillsState {
  stills: { name: string; frameIndex: number }[]
  leftOut: number
}

/**
 * Writes a PNG file for each image, named after it: pixels outside of the drawing keep the values of the source. With
 * several incoming wires of frames, each has a file, which is also named after its block.
 */
export async function annotatedStillsSink(context: SinkContext, limit = MAX_STILLS): Promise<SinkWriter> {
  const { node, output, header, warn } = context
  const saved = context.saved as StillsState | null
  const own = givenName(node) ?? 'annotated'
  const stills: StillsState['stills'] = []
  let leftOut = saved?.leftOut ?? 0
  for (const { name, frameIndex } of saved?.stills ?? []) stills.push({ name: output.claim(name).name, frameIndex })

  async function keep({ image, index, source }: Frame, from: string): Promise<void> {
    if (stills.length >= limit) {
      leftOut++
      return
    }
    const stem = parse((source?.name ?? header.source.name).replaceAll('\\', '/')).name
    const { name, path } = output.reserve(`${stem}-${own}${node.inlets.length > 1 ? `-${from}` : ''}`, '.png')
    const bytes = await encodePng(image)
    try {
      // A resumed run overwrites images that were stored after its checkpoint.
      await writeFile(path, bytes, { flush: true })
    } catch (error) {
      throw outputFailure(error, name) ?? error
    }
    stills.push({ name, frameIndex: index })
  }

  return {
    async write({ frames }) {
      for (const { frame, from } of frames) await keep(frame, from)
    },
    save: async (): Promise<StillsState> => ({ stills: [...stills], leftOut }),
    async finish() {
      if (stills.length === 0) warn(message('log.no_annotated_image'))
      if (leftOut > 0) warn(message('log.annotated_images_skipped', { kept: stills.length, leftOut }))
      for (const { name, frameIndex } of stills) {
        output.add({
          name,
          kind: 'annotated_video',
          nodeId: node.id,
          mediaType: 'image/png',
          records: null,
          frameIndex,
        })
      }
    },
    close: async () => undefined,
  }
}
