import type { exports as english } from '../../../../shared/messages/en/exports.ts'

export const exports: Record<keyof typeof english, string> = {
  'export.missing': 'Es gibt keinen Export „{id}“.',
  'export.deleted': 'Dieser Export wurde gelöscht.',
  'export.ended': 'Der Export „{name}“ ist schon beendet.',
  'export.live': 'Der Export „{name}“ wird noch erstellt. Brechen Sie ihn zuerst ab.',
  'export.not_completed': 'Der Export „{name}“ ist {status}. Nur ein fertiger Export kann gelesen werden.',
  'export.image_missing': 'Der Export „{name}“ hat an der Stelle {position} kein Bild.',
  'export.dataset_deleted': 'Der Datensatz wurde gelöscht, bevor seine Bilder exportiert waren.',
  'export.disk_full': 'Der Datenträger ist voll. Schaffen Sie Platz und exportieren Sie den Datensatz erneut.',
  'export.fault': 'Der Export ließ sich wegen eines Fehlers in Sightline nicht erstellen. Versuchen Sie es erneut.',
  'export.lost_polylines':
    '{n, plural, one {# Linienzug fehlt} other {# Linienzüge fehlen}}: Das Format kennt keine Linien.',
  'export.lost_keypoints':
    '{n, plural, one {# Punkt fehlt} other {# Punkte fehlen}}: Das Format kennt keine einzelnen Punkte.',
  'export.bridged_rings':
    '{n, plural, one {# Umriss hat} other {# Umrisse haben}} Löcher oder mehrere Teile, die durch Linien ohne Breite verbunden sind: Das Format kennt einen Ring je Objekt. Sightline liest sie, wie sie waren.',
  'export.lost_holes':
    '{n, plural, one {# Umriss hat} other {# Umrisse haben}} Löcher, die gefüllt sind: Das Format kennt keine.',
  'export.lost_parts':
    '{n, plural, one {# Umriss hat} other {# Umrisse haben}} mehrere Teile, von denen nur der größte enthalten ist: Das Format kennt einen je Objekt.',
  'export.lost_outlines':
    '{n, plural, one {# Umriss ist} other {# Umrisse sind}} als Rahmen enthalten: Das Format kennt keine Umrisse.',
  'export.boxes_as_outlines':
    '{n, plural, one {# Rahmen ist} other {# Rahmen sind}} als Umriss mit vier Ecken enthalten: Die Datei eines Bildes enthält entweder Rahmen oder Umrisse.',
  'export.lost_untracked':
    '{n, plural, one {# Box fehlt} other {# Boxen fehlen}}: Das Format kennt nur Boxen mit Spur.',
  'export.lost_outside':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Das verfolgte Objekt ist nicht in diesem Frame, was das Format nicht ausdrücken kann.',
  'export.lost_without_points':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Das Format kennt nur Punkte.',
  'export.outlines_as_masks':
    '{n, plural, one {# Umriss ist} other {# Umrisse sind}} als Maske ganzer Pixel enthalten: Das Format kennt keinen Umriss mit Löchern.',
  'export.lost_fields':
    '{n, plural, one {# Annotation hat} other {# Annotationen haben}} Felder, die das Format nicht so bewahrt, wie sie sind: {names}.',
  'export.lost_pending':
    '{n, plural, one {# Annotation wartet} other {# Annotationen warten}} auf eine Prüfung und {n, plural, one {fehlt} other {fehlen}}. Nehmen Sie sie auf, oder prüfen Sie sie vorher.',
  'export.renamed_files':
    '{n, plural, one {# Bild hat} other {# Bilder haben}} im Archiv einen anderen Namen, da nicht jedes System den eigenen speichern kann oder ein anderes Bild ihn hat.',
  'export.lost_splits':
    '{n, plural, one {# Bild verliert seinen Split} other {# Bilder verlieren ihre Splits}}: Das Format hat keinen Platz dafür.',
  'export.clipped': '{n, plural, one {# Annotation ist} other {# Annotationen sind}} am Rand des Bildes abgeschnitten.',
  'export.lost_names':
    '{n, plural, one {# Bild erhält} other {# Bilder erhalten}} eine Nummer als Dateinamen: Das Format verlangt es.',
  'export.suffixed_names':
    '{n, plural, one {# Bild bekommt} other {# Bilder bekommen}} „_leftImg8bit“ am Ende des Namens: Das Format verlangt es.',
  'export.unnumbered_classes':
    '{n, plural, one {# Klasse hat} other {# Klassen haben}} in den Masken keine Nummer: Es gibt nur 255. Die Umrisse haben die Klasse.',
  'export.class_spaces':
    '{n, plural, one {# Annotation hat eine Klasse} other {# Annotationen haben Klassen}} mit Leerzeichen, die zu Unterstrichen werden: Eine Klasse des Formats ist ein Wort.',
  'export.class_names':
    '{n, plural, one {# Annotation hat eine Klasse} other {# Annotationen haben Klassen}}, in deren Namen das Format Leerzeichen oder Zeichen nicht bewahrt.',
  'export.ignored_class':
    '{n, plural, one {# Annotation hat} other {# Annotationen haben}} die Klasse „DontCare“, die Leseprogramme des Formats übergehen.',
  'export.unlisted_classes':
    '{n, plural, one {# Klasse fehlt} other {# Klassen fehlen}} in labelmap.txt, das für ihre Namen keinen Platz hat.',
  'export.lost_unlisted':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: labelmap.txt hat für den Namen der Klasse keinen Platz.',
  'export.as_whole_images':
    '{n, plural, one {# Annotation wird} other {# Annotationen werden}} zur Klasse des ganzen Bildes.',
  'export.lost_other_classes':
    '{n, plural, one {# Annotation fehlt} other {# Annotationen fehlen}}: Ein Bild hat hier eine Klasse, die der meisten seiner Annotationen.',
  'export.unlabelled_images':
    '{n, plural, one {# Bild ohne Annotationen liegt} other {# Bilder ohne Annotationen liegen}} im Ordner „unlabelled“ neben den Splits.',
  'export.class_folders':
    '{n, plural, one {# Klasse hat} other {# Klassen haben}} als Ordner einen anderen Namen, da nicht jedes System den eigenen speichern kann.',
  'export.as_pixels':
    '{n, plural, one {# Umriss wird} other {# Umrisse werden}} zu den ganzen Pixeln, deren Mitten darin liegen.',
  'export.lost_small':
    '{n, plural, one {# Annotation fehlt, da kein Mittelpunkt eines Pixels in ihr liegt} other {# Annotationen fehlen, da kein Mittelpunkt eines Pixels in ihnen liegt}}.',
  'export.overlapped':
    '{n, plural, one {# Annotation liegt} other {# Annotationen liegen}} unter anderen, denen die Pixel gehören, wo sie sich überdecken.',
  'export.lost_confidences':
    '{n, plural, one {# Annotation hat} other {# Annotationen haben}} eine Konfidenz, die fehlt: Das Format hat keinen Platz dafür.',
  'export.lost_fractions': '{n, plural, one {# Rahmen ist} other {# Rahmen sind}} auf ganze Pixel erweitert.',
  'export.not_jpeg':
    '{n, plural, one {# Bild hat} other {# Bilder haben}} ein anderes Format als JPEG, das manche Leser von Pascal VOC verlangen.',
}
