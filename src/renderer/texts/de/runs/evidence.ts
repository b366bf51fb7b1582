import type { Texts } from '../../en/index.ts'
import { formatCount } from '../../plural.ts'

export const evidence: Texts['runs']['evidence'] = {
  panel: {
    counted: 'Gezählt',
    nearMisses: 'Knapp verfehlt',
    which: 'Angezeigte Nachweise',
    title: 'Nachweise',
    none: 'Es gibt keine Nachweise dieser Art.',
    verdict: 'Urteil',
    countedWay: (way) => `Gezählt ${way}`,
    visitOf: (time) => `Besuch von ${time}`,
    notCounted: 'Nicht gezählt',
    byReason: 'Knapp verfehlt, nach Grund',
    left: (kept, left) => `Die ersten ${formatCount(kept)} sind gespeichert, ${formatCount(left)} sind ausgelassen.`,
    foot: (counted, misses) => `${formatCount(counted)} gezählt, ${formatCount(misses)} knapp verfehlt`,
  },
  text: {
    noReason: 'Es wurde kein Grund aufgezeichnet.',
    notCountedAtLine: (who, place, reason) => `${who} wurde an „${place}“ nicht gezählt. ${reason}`,
    notCountedInZone: (who, place, reason) => `${who} wurde in „${place}“ nicht gezählt. ${reason}`,
    metAt: (time) => ` bei ${time}`,
    often: (n) => `, nachdem die Linie ${n}-mal berührt worden war`,
    stayed: (clear, needed) => `${clear} lang (nötig sind ${needed})`,
    atOnce: 'sofort',
    crossed: (who, from, to, place, met, often, stay, decided) =>
      `${who} überquerte „${place}“ von ${from} nach ${to}${met}${often}. Das Objekt war auf Seite ${to} ${stay} frei von der Linie und wurde bei ${decided} gezählt.`,
    stillInside: 'war am Ende des Videos noch darin',
    lastInside: (time) => `war bei ${time} zuletzt darin`,
    visited: (who, place, entered, until, dwell) =>
      `${who} betrat „${place}“ bei ${entered} und ${until}: insgesamt ${dwell}.`,
    stayedOnly: (sentence, clear, needed) => `${sentence} Es blieb ${clear}; nötig sind ${needed}.`,
  },
}
