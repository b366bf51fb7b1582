import { formatCount } from '../../plural.ts'
export const evidence = {
  panel: {
    counted: 'Counted',
    nearMisses: 'Near misses',
    which: 'Evidence to show',
    title: 'Evidence',
    none: 'There is no evidence of this kind.',
    verdict: 'Verdict',
    countedWay: (way: string) => `Counted ${way}`,
    visitOf: (time: string) => `Visit of ${time}`,
    notCounted: 'Not counted',
    byReason: 'Near misses by reason',
    left: (kept: number, left: number) =>
      `The first ${formatCount(kept)} are stored, ${formatCount(left)} are omitted.`,
    foot: (counted: number, misses: number) => `${formatCount(counted)} counted, ${formatCount(misses)} near misses`,
  },
  text: {
    noReason: 'No reason was recorded.',
    notCountedAtLine: (who: string, place: string, reason: string) => `${who} was not counted at ${place}. ${reason}`,
    notCountedInZone: (who: string, place: string, reason: string) => `${who} was not counted in ${place}. ${reason}`,
    metAt: (time: string) => ` at ${time}`,
    often: (n: number) => `, after touching the line ${n === 2 ? 'twice' : `${n} times`}`,
    stayed: (clear: string, needed: string) => `for ${clear} (${needed} required)`,
    atOnce: 'at once',
    crossed: (
      who: string,
      from: string,
      to: string,
      place: string,
      met: string,
      often: string,
      stay: string,
      decided: string,
    ) =>
      `${who} crossed ${place} from ${from} to ${to}${met}${often}. It was clear of the line on side ${to} ${stay} and was counted at ${decided}.`,
    stillInside: 'was still inside when the video ended',
    lastInside: (time: string) => `was last inside at ${time}`,
    visited: (who: string, place: string, entered: string, until: string, dwell: string) =>
      `${who} entered ${place} at ${entered} and ${until}: ${dwell} in total.`,
    stayedOnly: (sentence: string, clear: string, needed: string) =>
      `${sentence} It stayed for ${clear}; ${needed} are required.`,
  },
}
