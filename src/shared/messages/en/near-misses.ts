/** Why a crossing or a visit was not counted. */
export const nearMisses = {
  'near_miss.round_the_end': 'Reached the other side round the end of the line, without meeting it.',
  'near_miss.touched_and_returned': 'Met the line and returned without getting clear of it on the other side.',
  'near_miss.flicker_in_dead_band': 'Met the line several times without getting clear of it on the other side.',
  'near_miss.did_not_settle': 'Was clear on the other side for less than the settle time, then returned.',
  'near_miss.born_in_dead_band': 'Was first seen too close to the line to have a side to come from.',
  'near_miss.stayed_in_dead_band': 'Was inside, but never clear of the border.',
  'near_miss.left_before_settling': 'Was inside for less than the settle time, then left.',
  'near_miss.passed_between_frames': 'Its path led through the zone, but it was never seen inside.',
  'near_miss.class_not_measured': 'Its class is not among those that are measured here.',
  'near_miss.lost_before_settling': 'Was lost before it had settled.',
  'near_miss.media_ended_before_settling': 'The video ended before it had settled.',
} as const
