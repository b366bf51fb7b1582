/** Joins the videos of parts without encoding again: their packets follow each other in one journal, which the sink muxes. */
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { deserialize, serialize } from 'node:v8'
import { journalOf } from '../media/packet-journal.ts'
import type { VideoState } from '../media/video-writer.ts'
import type { OutputFolder } from '../output/output-folder.ts'
import type { OutputVideoState } from './annotated-video-sink.ts'

const NAME = 'videos.bin'

/** By the id of the sink. The journals are in the same folder. */
export type VideosOfPart = Record<string, OutputVideoState[]>

export const writeVideosOfPart = (folder: string, videos: VideosOfPart): Promise<void> =>
  writeFile(join(folder, NAME), serialize(videos))

/** A video of one wire, in the parts that have frames of it. */
interface Found {
  state: OutputVideoState
  journal: string
}

/** The states of a sink after the last frame of all parts, whose journals are then in the output folder. */
export async function joinVideos(
  folders: readonly string[],
  sinkId: string,
  output: OutputFolder,
  onPart: () => void,
): Promise<OutputVideoState[]> {
  const byWire = new Map<string, Found[]>()
  for (const folder of folders) {
    const videos = deserialize(readFileSync(join(folder, NAME))) as VideosOfPart
    for (const state of videos[sinkId] ?? []) {
      const found = { state, journal: journalOf(join(folder, state.name)) }
      byWire.set(state.from, [...(byWire.get(state.from) ?? []), found])
    }
  }
  const joined: OutputVideoState[] = []
  for (const [from, parts] of byWire) {
    const [{ state: first }] = parts as [Found]
    const { name, path } = output.reserve(first.name.replace(/\.mp4$/, ''), '.mp4')
    for (const [i, { journal }] of parts.entries()) {
      await pipeline(createReadStream(journal), createWriteStream(journalOf(path), { flags: i === 0 ? 'w' : 'a' }))
      onPart()
    }
    joined.push({ from, name, size: first.size, video: joinedState(parts.map(({ state }) => state.video)) })
  }
  return joined
}

function joinedState(parts: readonly VideoState[]): VideoState {
  const sum = (of: (part: VideoState) => number) => parts.reduce((total, part) => total + of(part), 0)
  const { encoder } = parts.at(-1) as VideoState
  const fitted = parts.some((part) => part.encoder?.state.fitted)
  return {
    frames: sum(({ frames }) => frames),
    journal: { packets: sum(({ journal }) => journal.packets), bytes: sum(({ journal }) => journal.bytes) },
    encoder: encoder && { ...encoder, state: { ...encoder.state, fitted } },
  }
}
