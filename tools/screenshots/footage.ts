/** Cuts of the demo video, without encoding it again: the files of a camera that starts a new one every quarter of an hour. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { writeDemoClip } from '../../tests/setup/demo-clip.ts'

/** First and last second of each cut. The demo video has a key frame every two seconds. */
const CUTS: Readonly<Record<string, readonly [fromS: number, untilS: number]>> = {
  'junction 07-00.mp4': [0, 8],
  'junction 07-15.mp4': [4, 12],
  'junction 07-30.mp4': [8, 14],
  'junction 07-45.mp4': [18, 26],
  'junction 08-00.mp4': [20, 27],
  'junction 08-15.mp4': [2, 27],
  'junction 08-30.mp4': [10, 18],
  'junction 08-45.mp4': [14, 24],
}

/** Writes all of them into a folder and returns their paths. */
export async function cutFootage(folder: string): Promise<string[]> {
  mkdirSync(folder, { recursive: true })
  const paths: string[] = []
  for (const [name, [fromS, untilS]] of Object.entries(CUTS)) {
    paths.push(join(folder, name))
    await writeDemoClip(join(folder, name), untilS, fromS)
  }
  return paths
}
