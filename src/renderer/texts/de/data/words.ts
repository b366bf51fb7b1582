import type { Texts } from '../../en/index.ts'

export const words: Texts['data']['words'] = {
  status: 'Status',
  split: 'Split',
  class: 'Klasse',
  statuses: { new: 'Neu', annotate: 'Zu annotieren', review: 'Zu prüfen', complete: 'Fertig' },
  splits: { train: 'Training', valid: 'Validierung', test: 'Test', none: 'Kein Split' },
  splitLetters: { train: 'T', valid: 'V', test: 'E' },
}
