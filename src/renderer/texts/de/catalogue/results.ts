/** What measures, draws and writes. */
import type { BlockWords } from '../../shared-text.ts'
import { unionIou } from './union.ts'

export const measure: BlockWords = {
  title: 'Messung',
  summary: 'Zählt Überquerungen, Besuche und Verweildauer',
  docs: 'Eine Linie hat eine Richtung, vom ersten zum letzten Punkt; Seite A liegt links von ihr, Seite B rechts. Eine Überquerung zählt, sobald das Objekt auf der anderen Seite angekommen ist; Zittern und Berühren zählen nicht. Eine Zone sagt, wie viele darin sind, wer kam und ging und wie lange sie blieben. Jeder Lauf speichert Nachweise, die jede Zählung und jeden knapp verfehlten Fall erklären.',
  inputs: { detections: 'Tracks' },
  outputs: { events: 'Ereignisse' },
  fields: {
    geometries: {
      title: 'Linien und Zonen',
      description: 'Mindestens eine; ihre Namen müssen verschieden sein',
      items: {
        kind: {
          title: 'Art',
          description: 'Eine Linie zählt Überquerungen, eine Zone misst Belegung und Verweildauer',
          values: { line: 'Linie', zone: 'Zone' },
        },
        name: { title: 'Name' },
        points: { title: 'Punkte', description: 'Anteile des Bildes, 0 bis 1' },
        classes: { title: 'Klassen', description: 'Nur diese messen; leer misst alle' },
      },
    },
    anchor: {
      title: 'Ankerpunkt',
      description: 'Der Punkt des Rahmens, der für das Objekt steht; unten Mitte ist, wo es den Boden berührt',
      values: {
        bottom_center: 'Unten Mitte',
        center: 'Mitte',
        top_left: 'Oben links',
        top_right: 'Oben rechts',
        bottom_left: 'Unten links',
        bottom_right: 'Unten rechts',
      },
    },
    min_settle_ms: {
      title: 'Ankunftszeit',
      description:
        'So lange muss ein Objekt auf der anderen Seite einer Linie, in einer Zone oder außerhalb sein, bevor es zählt',
    },
    dead_band: {
      title: 'Totband',
      description:
        'Breite des Streifens ohne Zählung zu beiden Seiten einer Linie oder eines Zonenrands, als Anteil der Rahmenhöhe (mindestens 1 Pixel)',
    },
    gap_s: {
      title: 'Lücke',
      description: 'Ein Besuch endet, wenn sein Track länger als diese Zeit verloren ist',
    },
    occupancy_interval_s: { title: 'Belegung alle', description: 'Abstand der Werte in der Belegungsreihe' },
  },
}

export const visualize: BlockWords = {
  title: 'Darstellung',
  summary: 'Zeichnet Rahmen, Namen, Spuren, Linien und Zählungen',
  docs: 'Zeichnet auf eine Kopie jedes Bildes. Erkennungen liefern Rahmen, Formen, Schlüsselpunkte, Beschriftungen und Spuren; Ereignisse liefern Linien und Zonen mit ihren laufenden Zählungen.',
  inputs: { detections: 'Erkennungen', events: 'Ereignisse' },
  outputs: { frames: 'Bilder' },
  fields: {
    boxes: { title: 'Rahmen', description: 'Ein Rahmen um jedes Objekt' },
    masks: { title: 'Masken', description: 'Die Form jedes Objekts, wo das Modell eine liefert' },
    keypoints: {
      title: 'Schlüsselpunkte',
      description: 'Gelenke und Ähnliches, wo das Modell sie liefert; Menschen bekommen ein Skelett',
    },
    labels: { title: 'Beschriftung', description: 'Klassenname und Track-Kennung an jedem Rahmen' },
    confidence: { title: 'Konfidenz', description: 'Konfidenz in Prozent hinter der Beschriftung' },
    trails: { title: 'Spuren', description: 'Der Weg jedes verfolgten Objekts in den letzten Sekunden' },
    trail_s: { title: 'Länge der Spur', description: 'So viele Sekunden des Weges werden gezeichnet' },
    geometries: { title: 'Linien und Zonen', description: 'Mit ihren laufenden Zählungen' },
    blur_classes: {
      title: 'Unkenntlich machen',
      description: 'Diese Klassen unkenntlich machen, etwa Gesichter oder Kennzeichen',
    },
    watermark: { title: 'Wasserzeichen', description: 'Text in der rechten unteren Ecke' },
    union_iou: unionIou,
  },
}

export const sink: BlockWords = {
  title: 'Ausgabe',
  summary: 'Schreibt ein Ergebnis: Video, CSV, JSON, Webhook, Annotationen',
  docs: 'Schreibt Ergebnisse. Ein annotiertes Video braucht Bilder; hat die Quelle Einzelbilder, ist es eine PNG-Datei je Einzelbild; CSV, JSON und Webhooks nehmen Erkennungen oder Ereignisse; Annotationen nehmen Erkennungen. Dateien erscheinen, sobald sie vollständig sind.',
  inputs: { in: 'Eingang' },
  outputs: {},
  fields: {
    kind: {
      title: 'Art',
      description: 'Art des Ergebnisses',
      values: {
        annotated_video: 'Annotiertes Video',
        csv: 'CSV',
        json: 'JSON Lines',
        webhook: 'Webhook',
        annotations: 'Annotationen',
      },
    },
    filename: {
      title: 'Dateiname',
      description: 'Ohne Endung; leer wird die Datei nach dem Block oder ihrem Inhalt benannt',
    },
    quality: {
      title: 'Qualität',
      description:
        'Nur für Videos: „Entwurf“ ist am schnellsten geschrieben und groß, „Klein“ spart Platz, „Hoch“ erhält feine Details',
      values: { draft: 'Entwurf', small: 'Klein', balanced: 'Ausgewogen', high: 'Hoch' },
    },
    url: { title: 'URL', description: 'Öffentliche HTTPS-Adresse, die die Ereignisse empfängt' },
    dataset_project_id: {
      title: 'Datensatz',
      description: 'Empfängt die Annotationen; vorhandene Annotationen seiner Bilder werden ersetzt',
    },
    union_iou: unionIou,
  },
}
