/** Lines of a run's log, and warnings of blocks and sinks. */
import type { runLog as english } from '../../../../shared/messages/en/run-log.ts'

export const runLog: Record<keyof typeof english, string> = {
  'log.begun': 'Lauf {run} von „{workflow}“ auf „{source}“',
  'log.resuming': 'Setzt nach {time} s fort, {frames} Bilder',
  'log.completed': 'Fertig: {frames} Bilder',
  'log.cancelled': 'Abgebrochen',
  'log.model': '„{name}“: {architecture}, {width}x{height}, {classes} Klassen',
  'log.appearance_model': '„{name}“: Vektoren des Aussehens aus {length} Zahlen',
  'log.reading': 'Liest {width}x{height} {codec}, {frames} Bilder',
  'log.reading_unknown_length': 'Liest {width}x{height} {codec}, Anzahl der Bilder unbekannt',
  'log.hardware_decoding': 'Dekodiert mit {name}: Die ersten {frames} Bilder gleichen denen des Software-Decoders.',
  'log.software_decoding': 'Dekodiert in Software: {reason}',
  'log.reused': 'Wiederverwendet: {results}',
  'log.parts_joined': 'Erkennungen aus {parts} Teilen des Videos verbunden',
  'log.parts_joined_drawn': 'Erkennungen und annotierte Videos aus {parts} Teilen des Videos verbunden',
  'log.parts_unused':
    'Die {parts} Teile des Videos passen nicht zusammen: Es ist beschädigt oder unregelmäßig. Ein Rechner liest das ganze Video.',
  'log.reused_without_decoding': 'Wiederverwendet: {results}; nichts dekodiert',
  'log.reused_tracks': 'Tracks von „{block}“ (vom {time})',
  'log.reused_detections': 'Erkennungen von „{block}“ (vom {time})',
  'log.and': '{first}, {next}',
  'log.no_checkpoint':
    'Ein Zwischenstand konnte nicht gespeichert werden. Wird der Lauf unterbrochen, setzt er bei einem früheren Zwischenstand fort ({reason}).',
  'log.crops_skipped':
    'Die ersten {kept} Ausschnitte wurden als Bilder gespeichert; {leftOut} weitere wurden übersprungen.',
  'log.no_annotated_image': 'Diesen Block erreichte kein Bild, deshalb gibt es kein annotiertes Bild.',
  'log.no_annotated_video': 'Diesen Block erreichte kein Bild, deshalb gibt es kein Video.',
  'log.annotated_images_skipped':
    'Die ersten {kept} annotierten Bilder wurden gespeichert; {leftOut} weitere wurden übersprungen. Führen Sie den Workflow auf einem Ordner mit weniger Bildern aus, um die übrigen zu erhalten.',
  'log.annotated_frames_skipped':
    'Die ersten {kept} annotierten Bilder wurden gespeichert; {leftOut} weitere wurden übersprungen. Senken Sie die Abtastrate der Quelle, um sie über das ganze Video zu verteilen.',
  'log.inspection_cut':
    'Der Inspektor zeigt diesen Lauf nur bis {time} s: Seine Aufzeichnungen sind auf {limit} MB begrenzt. Die Ergebnisse sind vollständig. Senken Sie die Abtastrate der Quelle, um mehr vom Video aufzuzeichnen.',
}
