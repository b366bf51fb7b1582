/** Videos and images that can't be read or written, or only in part. */
import type { media as english } from '../../../../shared/messages/en/media.ts'

export const media: Record<keyof typeof english, string> = {
  'media.missing': '„{file}“ ist nicht mehr da. Wählen Sie die Datei erneut.',
  'media.not_a_file': '„{file}“ ist keine Datei. Wählen Sie ein Video oder ein Bild.',
  'media.forbidden':
    '„{file}“ darf nicht gelesen werden. Ändern Sie die Zugriffsrechte oder kopieren Sie die Datei an einen anderen Ort.',
  'media.empty_file': '„{file}“ ist leer (0 Byte). Kopieren Sie die Datei noch einmal von dort, woher sie kam.',
  'media.not_media':
    '„{file}“ ist kein lesbares Video oder Bild, was immer der Name sagt. Wählen Sie eine andere Datei oder wandeln Sie sie in MP4 um.',
  'media.image_format':
    '„{file}“ ist eine {format}-Datei und hier nicht lesbar. Exportieren Sie sie als JPEG oder PNG.',
  'media.image_variant':
    '„{file}“ ist eine {format}-Datei einer Art, die hier nicht lesbar ist ({reason}). Speichern Sie sie als PNG oder JPEG.',
  'media.raw_photo':
    '„{file}“ ist ein Rohfoto einer Kamera und hier nicht lesbar. Exportieren Sie es als JPEG, PNG oder TIFF.',
  'media.tiff_compression':
    '„{file}“ ist eine TIFF-Datei mit der Kompression {compression} und hier nicht lesbar. Speichern Sie sie mit Deflate oder LZW oder als PNG.',
  'media.tiff_planes':
    '„{file}“ ist eine TIFF-Datei mit eigenen Kacheln für jede Farbe und hier nicht lesbar. Speichern Sie die Farben jedes Pixels zusammen oder das Bild als PNG.',
  'media.image_values':
    '„{file}“ enthält Zahlen vom Typ {type} statt Farben, deren Bereich unbekannt ist. Wandeln Sie sie in 8 oder 16 Bit um.',
  'media.image_channels':
    '„{file}“ hat {channels} Kanäle statt der Farben eines Bildes. Speichern Sie nur Rot, Grün und Blau.',
  'media.first_of_images': '„{file}“ enthält {count} Bilder; verwendet wird das erste.',
  'media.no_video_stream': '„{file}“ hat kein Bild, nur Ton oder andere Daten. Wählen Sie ein Video.',
  'media.no_images':
    'Es gibt keine Bilder zu verarbeiten. Fügen Sie welche hinzu oder wählen Sie einen anderen Datensatz oder Ordner.',
  'media.no_good_images': 'Keines der {count} Bilder ist lesbar. Zum ersten davon: {reason}',
  'media.not_an_image': '„{file}“ ist ein Video, kein Bild.',
  'media.not_a_video': '„{file}“ ist ein Bild, kein Video. Wählen Sie eine Videodatei.',
  'media.skipped_image': 'Ein Bild wurde übersprungen: {reason}',
  'media.skipped_images':
    '{count} von {of} Bildern {count, plural, one {war} other {waren}} nicht lesbar und {count, plural, one {wurde} other {wurden}} übersprungen; das Manifest führt sie auf.',
  'media.no_decoder':
    '„{file}“ hat das Videoformat {codec}, das hier nicht gelesen werden kann. Wandeln Sie es in H.264 in MP4 um.',
  'media.unknown_codec':
    '„{file}“ hat ein unbekanntes Videoformat, das hier nicht gelesen werden kann. Wandeln Sie es in H.264 in MP4 um.',
  'media.damaged':
    '„{file}“ ist beschädigt: Kein einziges Bild darin ist lesbar. Kopieren Sie die Datei noch einmal von dort, woher sie kam.',
  'media.too_large':
    '„{file}“ hat {width} × {height} Pixel; höchstens {max} Millionen lassen sich lesen. Verkleinern Sie das Bild zuerst.',
  'media.without_index':
    '„{file}“ endet zu früh: Die Datei ist offenbar abgeschnitten, und ihr Verzeichnis fehlt. Kopieren Sie sie noch einmal von der Kamera oder reparieren Sie sie.',
  'media.cut_off':
    '„{file}“ endet zu früh: {missing} von {announced} fehlen, die Datei ist offenbar abgeschnitten. Kopieren Sie sie noch einmal von der Kamera oder reparieren Sie sie.',
  'media.cut_off_image':
    '„{file}“ ist beschädigt: Die Datei endet mitten im Bild. Kopieren Sie sie noch einmal von dort, woher sie kam.',
  'media.ends_early': '„{file}“ endet {missing} vor dem angekündigten Ende; der Rest wurde gelesen.',
  'media.maybe_cut_off': '„{file}“ ist am Ende offenbar abgeschnitten; alles bis dorthin wurde gelesen.',
  'media.damaged_parts':
    '„{file}“ ist an {count, plural, =1 {einer Stelle} other {{count} Stellen}} beschädigt; Bilder fehlen dort vielleicht oder sehen falsch aus.',
  'media.changed_size':
    'Das Video in „{file}“ ändert unterwegs seine Größe; spätere Bilder wurden auf die des ersten gebracht.',
  'media.unread_colours':
    'Die Farben in „{file}“ sind als {coding} kodiert, was hier nicht dekodiert wird: Sie sind falsch, und damit vielleicht auch, was gefunden wird. Wandeln Sie das Video zuvor mit einem anderen Programm in BT.709 um.',
  'media.changed_while_read':
    '„{name}“ wurde während des Lesens geändert: Die Ergebnisse stammen vielleicht aus zwei Ständen. Führen Sie den Workflow zur Sicherheit erneut aus.',
  'media.nothing_decoded': '„{name}“ enthält kein Bild, das sich lesen lässt. Wählen Sie eine andere Datei.',
  'media.no_frame_at': 'Bei {time} s gibt es kein Bild. Wählen Sie ein früheres.',
  'media.unwritable':
    '„{file}“ kann nicht geschrieben werden. Prüfen Sie, ob der Ordner da ist und geändert werden darf.',
  'media.disk_full':
    'Der Datenträger ist voll: „{file}“ konnte nicht fertiggestellt werden. Schaffen Sie Platz und starten Sie erneut.',
  'media.fitted_frames':
    'Die Bilder sind verschieden groß: Im Video wird jedes in {width}x{height} eingepasst, die Größe des ersten.',
  'media.sound_left_out': 'Der Ton von „{file}“ konnte nicht übernommen werden; das Video ist stumm.',
  'media.sound_ends_early': 'Der Ton von „{file}“ ist beschädigt und endet vor dem Video.',
}
