/** Why a crossing or a visit was not counted. */
import type { SharedWords } from '../../shared-text.ts'

export const nearMissReasons: SharedWords['sentences'] = [
  [
    'Reached the other side round the end of the line, without meeting it.',
    'Kam um das Ende der Linie herum auf die andere Seite, ohne sie zu berühren.',
  ],
  [
    'Met the line and returned without getting clear of it on the other side.',
    'Berührte die Linie und kehrte um, ohne auf der anderen Seite frei von ihr zu sein.',
  ],
  [
    'Met the line several times without getting clear of it on the other side.',
    'Berührte die Linie mehrmals, ohne auf der anderen Seite frei von ihr zu sein.',
  ],
  [
    'Was clear on the other side for less than the settle time, then returned.',
    'War auf der anderen Seite kürzer als die Ankunftszeit frei und kehrte dann um.',
  ],
  [
    'Was first seen too close to the line to have a side to come from.',
    'War beim ersten Anblick zu nah an der Linie, um von einer Seite zu kommen.',
  ],
  ['Was inside, but never clear of the border.', 'War darin, aber nie frei vom Rand.'],
  [
    'Its path led through the zone, but it was never seen inside.',
    'Der Weg führte durch die Zone, aber das Objekt war nie darin zu sehen.',
  ],
  [
    'Its class is not among those that are measured here.',
    'Die Klasse gehört nicht zu denen, die hier gemessen werden.',
  ],
  ['Was inside for less than the settle time, then left.', 'War kürzer als die Ankunftszeit darin und ging dann.'],
  ['Was lost before it had settled.', 'Ging verloren, bevor es angekommen war.'],
  ['The video ended before it had settled.', 'Das Video endete, bevor es angekommen war.'],
]
