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
      'Zählt, wer eine Linie überquert, nach Richtung und Klasse. Liefert Zählungen, eine CSV-Datei und ein annotiertes Video.',
    description:
      'Verfolgt alle, die die Straße überqueren, und zählt sie an zwei Linien nach Richtung und Klasse. Liefert die Zählungen, jede Überquerung als CSV und JSON Lines und ein Video mit Rahmen, Spuren und beiden Linien.',
    words: 'verkehr zähler überquerungen richtung menschen fahrzeuge',
  },
  'occupancy-and-dwell': {
    name: 'Belegung und Verweildauer',
    summary:
      'Misst, wie viele Objekte in einer Zone sind und wie lange sie bleiben. Liefert eine Tabelle der Besuche und ein Video mit den Zonen.',
    description:
      'Misst drei Zonen: Menschen auf dem Gehweg, Menschen auf dem Zebrastreifen und Fahrzeuge, die davor warten. Liefert die Belegung über die Zeit, jeden Besuch mit seiner Dauer in Sekunden und ein Video mit den eingezeichneten Zonen.',
    words: 'zonen warteschlange wartezeit dauer parken',
  },
  'moving-camera': {
    name: 'Bewegte Kamera',
    summary:
      'Verfolgt Objekte, obwohl sich die Kamera bewegt. Liefert ein Video mit Spuren und eine Tabelle der Tracks.',
    hint: 'Die Kamera der Demo steht still: Mit einem eigenen Video wird der Unterschied sichtbar.',
    description:
      'Verfolgt mit BoT-SORT Objekte, obwohl sich die Kamera selbst bewegt: Ihre Bewegung wird am Hintergrund ermittelt und herausgerechnet. Liefert ein Video mit Spuren und eine Tabelle aller Tracks.',
    words: 'botsort drohne dashcam handkamera spuren',
  },
  'crop-and-look-again': {
    name: 'Erkennen, ausschneiden, klassifizieren',
    summary:
      'Schneidet jedes Fahrzeug aus und führt darauf ein zweites Modell aus. Liefert die Ausschnitte und eine Tabelle der zweiten Erkennungen.',
    hint: 'Der mitgelieferte Detektor läuft zweimal: Unter „Zweites Modell“ lässt sich ein eigener Klassifikator auswählen.',
    description:
      'Schneidet jedes Fahrzeug aus und führt ein zweites Modell auf den Ausschnitten aus. Liefert Bilder der Fahrzeuge, die Erkennungen des zweiten Modells zu jedem und ein Video mit beidem; zwei Bilder je Sekunde.',
    words: 'kaskade klassifikator merkmale kennzeichen marke',
  },
  'two-models-united': {
    name: 'Zwei Modelle zusammen',
    summary: 'Führt zwei Modelle auf jedem Bild aus und zählt die Erkennungen beider an einer Linie.',
    description:
      'Erkennt mit einem Modell Fahrzeuge und mit einem anderen Menschen und Radfahrer; ihre Erkennungen werden zusammengeführt, verfolgt und an einer Linie gezählt. Liefert Zählungen nach Klasse und Richtung und ein annotiertes Video.',
    words: 'vereinigung ensemble mehrere modelle',
  },
  'small-objects': {
    name: 'Kleine Objekte',
    summary:
      'Läuft auf überlappenden Kacheln und findet auch ferne und kleine Menschen. Liefert ein Video und eine Tabelle der Tracks.',
    description:
      'Läuft auf dem ganzen Bild und auf überlappenden Kacheln und findet so auch Menschen weit hinten in der Straße. Liefert ein Video und eine Tabelle aller Tracks, mit fünf Bildern je Sekunde.',
    words: 'kacheln sahi fern luftbild hohe auflösung',
  },
  'alert-webhook': {
    name: 'Meldung an eine Webadresse',
    summary:
      'Benachrichtigt eine Webadresse, wenn es an einem Überweg voll wird. Liefert signierte Nachrichten und eine CSV-Datei ihrer Zeitpunkte.',
    needs: 'Unter „Eigene Webadresse“ eine öffentliche https-Adresse eingeben.',
    description:
      'Sendet eine signierte Nachricht an einen eigenen Dienst, wenn drei oder mehr Menschen fast eine Sekunde lang auf dem Zebrastreifen waren. Liefert die Nachrichten und eine CSV-Datei der Meldungen.',
    words: 'bedingung alarm benachrichtigung http regel auslöser gedränge',
  },
  'two-branches': {
    name: 'Zwei Zweige',
    summary: 'Teilt die Bilder nach einer Bedingung: Ist der Überweg belegt oder frei? Liefert ein Video je Zweig.',
    description:
      'Prüft bei jedem Bild, ob jemand auf dem Zebrastreifen ist, und schickt die Erkennungen in den einen oder den anderen Zweig. Liefert zwei Videos mit Rahmen nur in ihrem Zweig und eine Tabelle der Erkennungen bei belegtem Überweg.',
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
    summary: 'Annotiert einen Datensatz mit einem Modell. Liefert Annotationen, die nur noch korrigiert werden müssen.',
    needs: 'Unter „Eigener Datensatz“ und „In den eigenen Datensatz“ einen Datensatz auswählen.',
    description:
      'Führt ein Modell auf den Bildern eines Datensatzes aus und speichert seine Erkennungen als Annotationen, damit nur noch korrigiert statt gezeichnet wird. Liefert Annotationen im Datensatz und eine Tabelle davon.',
    words: 'automatisch beschriften annotation datensatz training',
  },
}

export const templateNames: SharedWords['templateNames'] = {
  'Street crossing': 'Fußgänger-Überweg',
  'Find people': 'Menschen finden',
  'Three on the crossing?': 'Drei auf dem Überweg?',
  'Your web address': 'Eigene Webadresse',
  'Alerts as CSV': 'Meldungen als CSV',
  'Your data set': 'Eigener Datensatz',
  'Street detector': 'Straßen-Detektor',
  'High confidence only': 'Nur hohe Konfidenz',
  'Into your data set': 'In den eigenen Datensatz',
  'Annotations as CSV': 'Annotationen als CSV',
  'Count at two lines': 'An zwei Linien zählen',
  'Annotated video': 'Annotiertes Video',
  'CSV files': 'CSV-Dateien',
  'JSON Lines': 'JSON Lines',
  'Find vehicles': 'Fahrzeuge finden',
  'Crop vehicles': 'Fahrzeuge ausschneiden',
  'Second model': 'Zweites Modell',
  'Second detections': 'Zweite Erkennungen',
  'Track with BoT-SORT': 'Mit BoT-SORT verfolgen',
  'Tracks as CSV': 'Tracks als CSV',
  'Three zones': 'Drei Zonen',
  'Video with zones': 'Video mit Zonen',
  'Visits as CSV': 'Besuche als CSV',
  'Find everyone': 'Alle finden',
  'Bridge short gaps': 'Kurze Lücken überbrücken',
  Blur: 'Unkenntlich machen',
  'Blurred video': 'Unkenntliches Video',
  'Detect on tiles': 'Auf Kacheln erkennen',
  'Someone on the crossing?': 'Jemand auf dem Überweg?',
  'Draw occupied': 'Belegt zeichnen',
  'Draw free': 'Frei zeichnen',
  'Crossing occupied': 'Überweg belegt',
  'Detections while occupied': 'Erkennungen bei Belegung',
  'Crossing free': 'Überweg frei',
  Vehicles: 'Fahrzeuge',
  'People and cyclists': 'Menschen und Radfahrer',
  'Track all': 'Alle verfolgen',
  'Count at the main road': 'An der Hauptstraße zählen',
  'Counts as CSV': 'Zählungen als CSV',
  'Enter a public https address in this block.': 'In diesem Block eine öffentliche https-Adresse eingeben.',
  'Choose a data set here and in the last block.': 'Hier und im letzten Block einen Datensatz auswählen.',
  'The bundled detector runs twice. Choose a classifier of your own here.':
    'Der mitgelieferte Detektor läuft zweimal. Hier einen eigenen Klassifikator auswählen.',
  'The demo camera is fixed. Choose a video of your own here.':
    'Die Kamera der Demo steht still. Hier ein eigenes Video auswählen.',
}
