import type { imports as english } from '../../../../shared/messages/en/imports.ts'

export const imports: Record<keyof typeof english, string> = {
  'import.missing': 'Es gibt keinen Import „{id}“.',
  'import.upload_missing': 'Diesen Upload gibt es nicht. Laden Sie das Archiv erneut hoch.',
  'import.wrong_state': 'Der Import von „{name}“ ist {status}; das lässt dies nicht zu.',
  'import.nothing_kept':
    'Keine der Annotationen passt zu den Bildern, daher wurde nichts aus dem Archiv behalten. Prüfen Sie im Plan die Größen und Namen der Bilder.',
  'import.needs_box_base':
    'Aus den Dateien geht nicht hervor, ob Boxen Pixel ab 0 oder ab 1 zählen. Geben Sie 0 oder 1 an.',
  'import.needs_size_choice':
    'Einige Bilder haben eine andere Größe, als ihre Labels angeben, und nichts erklärt das. Geben Sie keep, scale oder leave_out an.',
  'import.keeps_no_annotation':
    'Das Archiv hat Annotationen, von denen keine erhalten bliebe; die Regeln des Plans nennen den Grund. Wählen Sie ein anderes Format, oder bestätigen Sie, dass die Bilder ohne Annotationen hinzukommen.',
  'import.results_without_images':
    '„{document}“ ist eine Ergebnisliste von COCO. Sie nennt Bilder nur mit Nummern: Legen Sie das Dokument bei, das die Bilder aufführt.',
  'import.disk_full': 'Der Datenträger ist voll. Schaffen Sie Platz und setzen Sie den Import fort.',
  'import.fault': 'Der Import wurde wegen eines Fehlers in Sightline beendet. Versuchen Sie es erneut.',
  'import.broken_archive': 'Das Archiv ist nicht lesbar: {problem}',
  'import.broken_entry': 'Die Datei „{name}“ des Archivs ist nicht lesbar: {problem}',
  'import.broken_document': 'Die Labels in „{document}“ sind nicht lesbar. {problem}',
  'import.other_archive':
    '„{name}“ ist ein Archiv der Art {kind}. Importe lesen ZIP: Entpacken Sie es, und packen Sie die Dateien als ZIP.',
  'import.many_entries': 'Das Archiv hat mehr als {most, number} Dateien.',
  'import.many_images': 'Das Archiv nennt mehr als {most, number} Bilder. Importieren Sie es in mehreren Teilen.',
  'import.reader_memory':
    'Das Lesen des Archivs brauchte zweimal mehr als {megabytes, number} MB Speicher. Importieren Sie es in mehreren Teilen, oder erlauben Sie mehr mit SIGHTLINE_READER_MEMORY_MB.',
  'import.reader_time': 'Das Lesen des Archivs dauerte zweimal zu lange. Importieren Sie es in mehreren Teilen.',
  'import.reader_ended':
    'Der Prozess, der das Archiv liest, endete zweimal ({how}). Versuchen Sie es noch einmal, oder importieren Sie es in mehreren Teilen.',
  'import.inflates': 'Die Dateien des Archivs haben mehr als {most, number} Bytes.',
  'import.bomb': 'Die Datei „{name}“ des Archivs wird beim Entpacken zu groß für Labels oder ein Bild.',
  'import.format_unknown':
    'Der Upload hat keine Labels in einem Format, das Sightline liest. Die Dokumentation der Importe führt die Formate auf.',
  'import.evidence.coco': '„{document}“ führt Bilder und Annotationen auf.',
  'import.evidence.cvat': '„{document}“ ist ein Dokument von CVAT.',
  'import.evidence.datumaro': '„{document}“ führt Elemente mit Kategorien von Datumaro auf.',
  'import.evidence.label_studio': '„{document}“ ist eine Liste von Aufgaben.',
  'import.evidence.labelme': '„{document}“ hat die Formen eines Bildes.',
  'import.evidence.kitti': '„{document}“ hat für jedes Objekt eine Zeile mit einem Typ und 14 Zahlen.',
  'import.evidence.voc_masks': '„{document}“ ist eine Maske von Klassen.',
  'import.evidence.cityscapes': '„{document}“ nennt die Umrisse eines Bildes.',
  'import.evidence.image_folder': 'Ordner wie „{document}“ nennen die Klassen von Bildern.',
  'import.evidence.open_images': '„{document}“ ist eine Tabelle mit den Spalten von Open Images.',
  'import.evidence.csv': '„{document}“ ist eine Tabelle von Bildern, Klassen und Boxen.',
  'import.evidence.mot': '„{document}“ ist die Ground Truth einer Sequenz.',
  'import.evidence.mot_results': '„{document}“ hat Boxen einer Sequenz, die ein Detektor oder Tracker gefunden hat.',
  'import.evidence.voc': '„{document}“ beschreibt die Objekte eines Bildes.',
  'import.evidence.yolo': '„{document}“ hat eine Zeile für jedes Objekt.',
  'import.evidence.images':
    'Es fanden sich keine Labels in einem Format, das Sightline liest. Die Bilder kommen ohne Annotationen hinzu.',
  'import.nothing_found': 'Der Upload hat weder Bilder noch Labels dieses Formats.',
  'import.rule.image.no_file':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Weder das Archiv noch der Datensatz hat das Bild.',
  'import.rule.image.ambiguous':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Mehrere Bilder können gemeint sein, und nichts entscheidet, welches.',
  'import.rule.image.two_paths':
    '{n, plural, one {# Bild hat zwei Pfade und die Labels beider} other {# Bilder haben je zwei Pfade und die Labels beider}}.',
  'import.rule.image.folders_kept':
    '{n, plural, one {# Bild heißt} other {# Bilder heißen}} wie ein anderes. Alle Bilder behalten die Ordner des Archivs als Verzeichnisse.',
  'import.rule.image.sizes_contradict':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Die Labels geben dem Bild zwei Größen, und die erste gilt.',
  'import.rule.image.unsupported':
    '{n, plural, one {# Bild hat} other {# Bilder haben}} ein Format, das Sightline nicht liest, und {n, plural, one {wird} other {werden}} ausgelassen. Wandeln Sie {n, plural, one {es} other {sie}} in JPEG oder PNG um.',
  'import.rule.image.format_unread':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Sightline liest das Format des Bildes nicht.',
  'import.rule.image.size_differs':
    '{n, plural, one {# Bild hat} other {# Bilder haben}} eine andere Größe, als die Labels angeben. Labels behalten ihre Pixel.',
  'import.rule.image.size_unexplained':
    '{n, plural, one {# Bild hat} other {# Bilder haben}} eine andere Größe, als die Labels angeben, und nichts erklärt das. Wählen Sie, was aus deren Labels wird.',
  'import.rule.image.unnamed':
    '{n, plural, one {# Bild der Labels hat} other {# Bilder der Labels haben}} keinen Dateinamen.',
  'import.rule.image.embedded':
    '{n, plural, one {# Bild liegt} other {# Bilder liegen}} in der Datei mit den Labels, aus der Bilder nicht übernommen werden. Legen Sie die Bilddateien in das Archiv.',
  'import.rule.image.split_differs':
    '{n, plural, one {# Bild des Datensatzes behält seinen Split, der ein anderer ist} other {# Bilder des Datensatzes behalten ihre Splits, die andere sind}} als im Archiv.',
  'import.rule.image.by_order':
    '{n, plural, one {# Datei nennt} other {# Dateien nennen}} nur die Nummern von Frames. Ihre Bilder werden nach der Reihenfolge der Namen gezählt.',
  'import.rule.file.unreadable':
    '{n, plural, one {# Datei mit Labels ist} other {# Dateien mit Labels sind}} nicht lesbar und {n, plural, one {wird} other {werden}} ausgelassen.',
  'import.rule.file.refused':
    '{n, plural, one {# Eintrag des Archivs wird} other {# Einträge des Archivs werden}} aus Sicherheitsgründen ausgelassen.',
  'import.rule.file.same_name':
    '{n, plural, one {# Eintrag des Archivs heißt} other {# Einträge des Archivs heißen}} bis auf Großschreibung oder Akzente wie ein anderer und {n, plural, one {wird} other {werden}} ausgelassen.',
  'import.rule.file.encrypted':
    '{n, plural, one {# Eintrag des Archivs ist} other {# Einträge des Archivs sind}} verschlüsselt und {n, plural, one {wird} other {werden}} ausgelassen. Packen Sie die Dateien ohne Passwort.',
  'import.rule.file.archive':
    '{n, plural, one {# Archiv im Archiv wird} other {# Archive im Archiv werden}} ausgelassen. Entpacken Sie {n, plural, one {es} other {sie}} zuerst.',
  'import.rule.file.too_large':
    '{n, plural, one {# Eintrag des Archivs ist} other {# Einträge des Archivs sind}} größer, als ein Upload sein darf, und {n, plural, one {wird} other {werden}} ausgelassen.',
  'import.rule.file.name_trimmed':
    '{n, plural, one {# Name des Archivs endet} other {# Namen des Archivs enden}} mit Leerzeichen oder Punkten und {n, plural, one {wird} other {werden}} ohne sie gelesen.',
  'import.rule.file.name_guessed':
    'Das Archiv sagt nicht, in welchem Zeichensatz {n, plural, one {# Name} other {# Namen}} geschrieben {n, plural, one {ist} other {sind}}. Prüfen Sie, wie sie zu lesen sind.',
  'import.rule.file.encoding_guessed':
    '{n, plural, one {# Datei mit Labels sagt} other {# Dateien mit Labels sagen}} nicht, in welchem Zeichensatz. Prüfen Sie, wie die Klassen zu lesen sind.',
  'import.rule.file.other_format':
    '{n, plural, one {# Datei hat} other {# Dateien haben}} Labels in einem anderen Format, das dieser Import nicht liest.',
  'import.rule.file.unknown_format':
    '{n, plural, one {# Datei hat} other {# Dateien haben}} kein Format für Labels, das Sightline liest, und {n, plural, one {wird} other {werden}} ausgelassen.',
  'import.rule.file.not_json':
    '{n, plural, one {# Datei ist} other {# Dateien sind}} kein strenges JSON: NaN und Infinity gelten als fehlende Werte.',
  'import.rule.annotation.no_class':
    '{n, plural, one {# Annotation hat} other {# Annotationen haben}} keine Klasse oder eine mit einem Namen von über 200 Zeichen.',
  'import.rule.annotation.class_excluded':
    '{n, plural, one {# Annotation gehört} other {# Annotationen gehören}} zu ausgeschlossenen Klassen.',
  'import.rule.annotation.invalid':
    '{n, plural, one {# Annotation ist} other {# Annotationen sind}} unvollständig oder keine gültige Form.',
  'import.rule.annotation.unknown_image':
    '{n, plural, one {# Annotation nennt} other {# Annotationen nennen}} ein Bild, das die Datei nicht oder für zwei Dateien aufführt.',
  'import.rule.annotation.of_another_person':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Mehrere Personen haben das Bild annotiert, und die erste zählt.',
  'import.rule.annotation.too_many':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Ein Bild hat höchstens 10.000.',
  'import.rule.annotation.ignored':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Laut der Datei zählt sie hier nicht.',
  'import.rule.annotation.prediction':
    '{n, plural, one {# Vorhersage fehlt} other {# Vorhersagen fehlen}}. Wählen Sie den Import von Vorhersagen, um sie zu behalten.',
  'import.rule.annotation.several_labels':
    '{n, plural, one {# Annotation ist} other {# Annotationen sind}} eines von mehreren Labels derselben Form.',
  'import.rule.attributes.left_out':
    '{n, plural, one {# Annotation verliert} other {# Annotationen verlieren}} Attribute, die weder Text, Zahl noch Ja oder Nein sind oder zu lang oder zu viele sind.',
  'import.rule.geometry.outside': '{n, plural, one {# Form liegt} other {# Formen liegen}} außerhalb des Bildes.',
  'import.rule.geometry.clipped':
    '{n, plural, one {# Form wird} other {# Formen werden}} am Rand des Bildes abgeschnitten.',
  'import.rule.geometry.scaled':
    '{n, plural, one {# Annotation wird} other {# Annotationen werden}} von der Größe, die die Labels angeben, auf die des Bildes skaliert.',
  'import.rule.geometry.turned':
    '{n, plural, one {# Annotation wird} other {# Annotationen werden}} mit dem Bild aufgerichtet, das die Kamera gedreht gespeichert hat.',
  'import.rule.geometry.rotated':
    '{n, plural, one {# gedrehte Box wird} other {# gedrehte Boxen werden}} zum Umriss mit vier Ecken.',
  'import.rule.geometry.mask_outlined':
    '{n, plural, one {# Maske wird} other {# Masken werden}} zum Umriss entlang derselben Pixel.',
  'import.rule.geometry.points_separated':
    '{n, plural, one {# Punkt wird} other {# Punkte werden}} zur eigenen Annotation.',
  'import.rule.geometry.ellipse_outlined': '{n, plural, one {# Ellipse wird} other {# Ellipsen werden}} zum Umriss.',
  'import.rule.geometry.parts_left_out':
    '{n, plural, one {# Umriss verliert} other {# Umrisse verlieren}} Teile mit weniger als drei Punkten.',
  'import.rule.geometry.box_only':
    '{n, plural, one {# Umriss ist nicht lesbar und wird zu seiner Box} other {# Umrisse sind nicht lesbar und werden zu ihren Boxen}}.',
  'import.rule.shape.unsupported':
    '{n, plural, one {# Label ist} other {# Labels sind}} von einer Art, die es als Annotation nicht gibt, etwa eine Bildunterschrift.',
  'import.rule.type.whole_image':
    '{n, plural, one {# Klasse eines Bildes wird zum Rahmen} other {# Klassen von Bildern werden zu Rahmen}} um das ganze Bild.',
  'import.rule.type.as_box':
    '{n, plural, one {# Umriss wird zu seiner Box} other {# Umrisse werden zu ihren Boxen}}: Der Datensatz hat keine Umrisse.',
  'import.rule.type.as_outline':
    '{n, plural, one {# Box wird zum Umriss} other {# Boxen werden zu Umrissen}}: Der Datensatz hat keine Boxen.',
  'import.rule.type.not_allowed':
    '{n, plural, one {# Annotation ist} other {# Annotationen sind}} von einem Typ, den der Datensatz nicht hat.',
  'import.rule.confidence.invalid':
    '{n, plural, one {# Annotation verliert ihre Konfidenz} other {# Annotationen verlieren ihre Konfidenzen}}, die nicht zwischen 0 und 1 liegt.',
  'import.rule.rows.tracked':
    '{n, plural, one {# Datei hat} other {# Dateien haben}} Zeilen, die mit der Nummer eines Tracks enden, wie Tracker sie schreiben.',
  'import.rule.class.group':
    '{n, plural, one {# Klasse gehört} other {# Klassen gehören}} zu einer Gruppe (einer Oberkategorie), die nicht bewahrt wird.',
  'import.rule.rows.mixed':
    '{n, plural, one {# Datei hat} other {# Dateien haben}} Zeilen mit Boxen und mit Umrissen; jede Zeile wird für sich gelesen.',
}
