import type { Texts } from '../../en/index.ts'
import { formatCount, plural } from '../../plural.ts'

export const splits: Texts['data']['splits'] = {
  open: 'Auf Splits verteilen…',
  title: 'Bilder auf Splits verteilen',
  together: 'Zusammenhalten',
  togetherHint: 'Bilder einer Gruppe sind nie in zwei Splits, damit kein Test Gelerntes abfragt.',
  groupings: {
    image: 'Einzelbilder eines Videos und gleiche Dateien',
    directory_hour: 'Auch Bilder eines Verzeichnisses aus einer Stunde',
    near_duplicates: 'Auch beinahe gleiche der letzten Suche',
  },
  badSum: (percent) => `Die Anteile ergeben ${formatCount(percent)} %, nicht 100 %.`,
  start: 'Verteilen',
  done: (train, valid, test) =>
    `${plural(train, 'Bild', 'Bilder')} in train, ${formatCount(valid)} in valid, ${formatCount(test)} in test.`,
}
