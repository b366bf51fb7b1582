/** Refuses a file that is cut off before any work is done on it. */
import { shortfallOf } from './media-info.ts'
import * as say from './media-messages.ts'
import { type OpenedInput, openInput, videoStream } from './open-input.ts'
import { countPackets } from './packet-count.ts'
import { judgeShortfall, structureIsCut } from './truncation.ts'

/**
 * When the file's structure shows that it is cut off, its packets are read through before any work is done on it.
 * @returns whether the structure is cut, though little is missing
 * @throws MediaError source_unreadable
 */
export async function rejectTruncated(input: OpenedInput, path: string): Promise<boolean> {
  if (!(await structureIsCut(path, input.fileSize))) return false
  const again = await openInput(path)
  try {
    const stream = videoStream(again, path)
    const { readEndS } = await countPackets(again, stream)
    const shortfall = shortfallOf(again, stream, readEndS)
    if (shortfall && judgeShortfall({ ...shortfall, structureCut: true }) === 'cut_off') {
      throw say.cutOff(path, shortfall.announcedS - shortfall.readS, shortfall.announcedS)
    }
    return true
  } finally {
    await again.close()
  }
}
