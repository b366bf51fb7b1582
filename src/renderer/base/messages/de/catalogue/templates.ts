/** The cards of the built-in templates. */
import type { SharedWords } from '../../shared-text.ts'

export const templateGroups: SharedWords['templateGroups'] = {
  'Count and measure': 'Zählen und messen',
  'Find more': 'Mehr finden',
  React: 'Reagieren',
  'Make data and share': 'Daten erzeugen und weitergeben',
}

export const templates: SharedWords['templates'] = {
  'count-at-a-line': {
    name: 'An einer Linie zählen',
    summary:
      'Wer eine Linie überquert, nach Richtung und Art. Liefert Zählungen, eine CSV-Datei und ein annotiertes Video.',
    description:
      'Verfolgt alle, die die Straße überqueren, und zählt sie an zwei Linien nach Richtung und Art. Liefert die Zählungen, jede Überquerung als CSV und JSON Lines und ein Video mit Rahmen, Spuren und beiden Linien.',
    words: 'verkehr zähler überquerungen richtung menschen fahrzeuge',
  },
  'occupancy-and-dwell': {
    name: 'Belegung und Verweildauer',
    summary:
      'Wie viele in einer Zone sind und wie lange sie bleiben. Liefert jeden Besuch und ein Video mit den Zonen.',
    description:
      'Drei Zonen: wer auf dem Gehweg geht, wer auf dem Zebrastreifen ist und welche Fahrzeuge davor warten. Liefert die Belegung über die Zeit, jeden Besuch mit seiner Dauer in Sekunden und ein Video mit den eingezeichneten Zonen.',
    words: 'zonen warteschlange wartezeit dauer parken',
  },
  'moving-camera': {
    name: 'Bewegte Kamera',
    summary:
      'Verfolgt Objekte, obwohl sich die Kamera bewegt. Liefert Spuren auf dem Video und eine Tabelle der Tracks.',
    hint: 'Die Kamera der Demo steht still: Mit einem eigenen Video wird der Unterschied sichtbar.',
    description:
      'Verfolgt mit BoT-SORT Objekte, obwohl sich die Kamera selbst bewegt: Ihre Bewegung wird am Hintergrund ermittelt und herausgerechnet. Liefert ein Video mit Spuren und eine Tabelle aller Tracks.',
    words: 'botsort drohne dashcam handkamera spuren',
  },
  'crop-and-look-again': {
    name: 'Ausschneiden und noch einmal hinsehen',
    summary:
      'Schneidet jedes Fahrzeug aus und zeigt es einem zweiten Modell. Liefert die Ausschnitte und was darin zu sehen war.',
    hint: 'Der mitgelieferte Detektor sieht zweimal hin: Unter „Zweiter Blick“ lässt sich ein eigener Klassifikator einsetzen.',
    description:
      'Schneidet jedes Fahrzeug aus dem Bild und zeigt die Ausschnitte einem zweiten Modell. Liefert die Bilder der Fahrzeuge, was das zweite Modell zu jedem sagt, und ein Video mit beidem; zwei Bilder je Sekunde.',
    words: 'kaskade klassifikator merkmale kennzeichen marke',
  },
  'two-models-united': {
    name: 'Zwei Modelle vereint',
    summary: 'Zwei Modelle betrachten jedes Bild, und was beide finden, wird gemeinsam an einer Linie gezählt.',
    description:
      'Ein Modell sucht Fahrzeuge, ein anderes Menschen und Radfahrer; ihre Funde werden vereint, verfolgt und an einer Linie gezählt. Liefert Zählungen nach Art und Richtung und ein annotiertes Video.',
    words: 'vereinigung ensemble mehrere modelle',
  },
  'small-objects': {
    name: 'Kleine Objekte',
    summary:
      'Betrachtet überlappende Kacheln, damit auch ferne und kleine Menschen gefunden werden. Liefert ein Video und Tracks.',
    description:
      'Betrachtet außer dem ganzen Bild auch überlappende Kacheln, damit Menschen weit hinten in der Straße gefunden werden. Liefert ein Video und eine Tabelle aller, die zu sehen waren, mit fünf Bildern je Sekunde.',
    words: 'kacheln sahi fern luftbild hohe auflösung',
  },
  'alert-webhook': {
    name: 'Meldung an eine Webadresse',
    summary:
      'Meldet einer Webadresse, wenn es an einem Überweg voll wird. Liefert signierte Nachrichten und ihre Zeitpunkte als CSV.',
    needs: 'Unter „Eigene Webadresse“ eine öffentliche https-Adresse eingeben.',
    description:
      'Sendet eine signierte Nachricht an einen eigenen Dienst, wenn drei oder mehr Menschen fast eine Sekunde lang auf dem Zebrastreifen waren. Liefert die Nachrichten und eine CSV-Datei der gemeldeten Zeitpunkte.',
    words: 'bedingung alarm benachrichtigung http regel auslöser gedränge',
  },
  'two-branches': {
    name: 'Zwei Zweige',
    summary: 'Teilt das Gefundene danach, was geschieht: Ist der Überweg belegt oder frei? Liefert ein Video je Zweig.',
    description:
      'Prüft bei jedem Bild, ob jemand auf dem Zebrastreifen ist, und schickt das Gefundene in den einen oder den anderen Zweig. Liefert zwei Videos mit Rahmen nur in ihrem Zweig und eine Tabelle aller, die währenddessen da waren.',
    words: 'bedingung zweig teilen höhepunkte wenn sonst',
  },
  'privacy-blur': {
    name: 'Unkenntlich machen',
    summary: 'Macht Menschen und Fahrzeuge unkenntlich. Liefert ein Video, das weitergegeben werden kann.',
    description:
      'Macht Menschen, Radfahrer und Fahrzeuge unkenntlich und zeichnet sonst nichts. Liefert eine Kopie des Videos, die weitergegeben werden kann.',
    words: 'anonymisieren schwärzen gesichter kennzeichen dsgvo verpixeln datenschutz',
  },
  'annotate-a-data-set': {
    name: 'Einen Datensatz annotieren',
    summary:
      'Lässt ein Modell die Rahmen in einem Datensatz zeichnen. Liefert Annotationen, die nur noch korrigiert werden.',
    needs: 'Unter „Eigener Datensatz“ und „In den eigenen Datensatz“ einen Datensatz auswählen.',
    description:
      'Führt ein Modell auf den Bildern eines Datensatzes aus und speichert das Gefundene als Annotationen, damit nur noch korrigiert statt gezeichnet wird. Liefert Annotationen im Datensatz und eine Tabelle davon.',
    words: 'automatisch beschriften annotation datensatz training',
  },
}

export const templateNames: SharedWords['templateNames'] = {
  'Street crossing': 'Fußgänger-Überweg',
  'Find people': 'Menschen finden',
  'Three on the crossing?': 'Drei auf dem Überweg?',
  'Your web address': 'Eigene Webadresse',
  'Moments as CSV': 'Zeitpunkte als CSV',
  'Your data set': 'Eigener Datensatz',
  'Street detector': 'Straßen-Detektor',
  'Only what is sure': 'Nur Sicheres',
  'Into your data set': 'In den eigenen Datensatz',
  'Table of them': 'Tabelle davon',
  'Count at two lines': 'An zwei Linien zählen',
  'Annotated video': 'Annotiertes Video',
  'CSV files': 'CSV-Dateien',
  'JSON Lines': 'JSON Lines',
  'Find vehicles': 'Fahrzeuge finden',
  'Cut them out': 'Ausschneiden',
  'Second look': 'Zweiter Blick',
  'What was seen': 'Was zu sehen war',
  'Follow with BoT-SORT': 'Mit BoT-SORT verfolgen',
  'Tracks as CSV': 'Tracks als CSV',
  'Three zones': 'Drei Zonen',
  'Video with zones': 'Video mit Zonen',
  'Visits as CSV': 'Besuche als CSV',
  'Find everyone': 'Alle finden',
  'Bridge short gaps': 'Kurze Lücken überbrücken',
  Blur: 'Unkenntlich machen',
  'Blurred video': 'Unkenntliches Video',
  'Look at tiles': 'Kacheln betrachten',
  'Someone on the crossing?': 'Jemand auf dem Überweg?',
  Draw: 'Zeichnen',
  'Draw the others': 'Die anderen zeichnen',
  'Crossing occupied': 'Überweg belegt',
  'Who was there': 'Wer da war',
  'Crossing free': 'Überweg frei',
  Vehicles: 'Fahrzeuge',
  'People and cyclists': 'Menschen und Radfahrer',
  'Follow all of them': 'Alle verfolgen',
  'Count at the main road': 'An der Hauptstraße zählen',
  'Counts as CSV': 'Zählungen als CSV',
  'Enter a public https address in this block.': 'In diesem Block eine öffentliche https-Adresse eingeben.',
  'Choose a data set here and in the last block.': 'Hier und im letzten Block einen Datensatz auswählen.',
  'The bundled detector looks twice. Choose a classifier of your own here.':
    'Der mitgelieferte Detektor sieht zweimal hin. Hier einen eigenen Klassifikator auswählen.',
  'The demo’s camera stands still. Choose a video of your own here.':
    'Die Kamera der Demo steht still. Hier ein eigenes Video auswählen.',
}
