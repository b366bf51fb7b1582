/** The setting of all blocks at which detections of several models meet. */
import type { FieldWords } from '../../shared-text.ts'

export const unionIou: FieldWords = {
  title: 'Dasselbe Objekt (IoU)',
  description:
    'Rahmen einer Klasse, die sich stärker überdecken und von verschiedenen Modellen kommen, sind ein Objekt; der sicherste bleibt',
}
