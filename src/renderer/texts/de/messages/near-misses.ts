/** Why a crossing or a visit was not counted. */
import type { nearMisses as english } from '../../../../shared/messages/en/near-misses.ts'

export const nearMisses: Record<keyof typeof english, string> = {
  'near_miss.round_the_end': 'Kam um das Ende der Linie herum auf die andere Seite, ohne sie zu berühren.',
  'near_miss.touched_and_returned':
    'Berührte die Linie und kehrte um, ohne auf der anderen Seite frei von ihr zu sein.',
  'near_miss.flicker_in_dead_band': 'Berührte die Linie mehrmals, ohne auf der anderen Seite frei von ihr zu sein.',
  'near_miss.did_not_settle': 'War auf der anderen Seite kürzer als die Ankunftszeit frei und kehrte dann um.',
  'near_miss.born_in_dead_band': 'War beim ersten Anblick zu nah an der Linie, um von einer Seite zu kommen.',
  'near_miss.stayed_in_dead_band': 'War darin, aber nie frei vom Rand.',
  'near_miss.left_before_settling': 'War kürzer als die Ankunftszeit darin und ging dann.',
  'near_miss.passed_between_frames': 'Der Weg führte durch die Zone, aber das Objekt war nie darin zu sehen.',
  'near_miss.class_not_measured': 'Die Klasse gehört nicht zu denen, die hier gemessen werden.',
  'near_miss.lost_before_settling': 'Ging verloren, bevor es angekommen war.',
  'near_miss.media_ended_before_settling': 'Das Video endete, bevor es angekommen war.',
}
