/** Words that several screens of data sets share. */
export const words = {
  status: 'Status',
  split: 'Split',
  class: 'Class',
  statuses: { new: 'New', annotate: 'To annotate', review: 'To review', complete: 'Complete' },
  splits: { train: 'Train', valid: 'Valid', test: 'Test', none: 'No split' },
  splitLetters: { train: 'T', valid: 'V', test: 'E' },
}
