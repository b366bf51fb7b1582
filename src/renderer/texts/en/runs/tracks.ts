import { plural } from '../../plural.ts'
export const tracks = {
  videoUnreadable: 'The video can’t be read.',
  panel: {
    noMatches: 'No tracks match the filter.',
    more: '. The file has more than can be shown here.',
    firstSeen: 'First seen',
    for: 'Duration',
    path: 'Path',
    counted: 'Counted',
    track: (id: number) => `Track ${id}`,
    seen: (first: string, last: string, frames: number, way: string) =>
      `${first} to ${last}, seen in ${plural(frames, 'frame')} along ${way}`,
    jumpToFirst: 'Jump to first',
    jumpToLast: 'Jump to last',
    number: 'Track number',
    countedAt: 'Counted at',
    countedOrNot: 'Counted or not',
    noun: (n: number) => (n === 1 ? 'track' : 'tracks'),
  },
}
