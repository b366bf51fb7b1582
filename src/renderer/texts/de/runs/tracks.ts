import type { Texts } from '../../en/index.ts'
import { plural } from '../../plural.ts'

export const tracks: Texts['runs']['tracks'] = {
  videoUnreadable: 'Das Video kann nicht gelesen werden.',
  panel: {
    noMatches: 'Kein Track passt zum Filter.',
    more: '. Die Datei enthält mehr, als hier gezeigt werden kann.',
    firstSeen: 'Gesehen ab',
    for: 'Dauer',
    path: 'Weg',
    counted: 'Gezählt',
    track: (id) => `Track ${id}`,
    seen: (first, last, frames, way) =>
      `${first} bis ${last}, in ${plural(frames, 'Bild', 'Bildern')} gesehen, Weg ${way}`,
    jumpToFirst: 'Zum Anfang',
    jumpToLast: 'Zum Ende',
    number: 'Track-Nummer',
    countedAt: 'Gezählt an',
    countedOrNot: 'Gezählt oder nicht',
    noun: (n) => (n === 1 ? 'Track' : 'Tracks'),
  },
}
