/** Issues of wires, and why a new wire can't be drawn. */
import type { wires as english } from '../../../../shared/messages/en/wires.ts'

export const wires: Record<keyof typeof english, string> = {
  'wire.dangling': 'Diese Verbindung endet bei „{id}“, das hier kein Block ist. Entfernen Sie die Verbindung.',
  'wire.feeds_itself': 'Ein Block kann nicht sich selbst speisen. Entfernen Sie die Verbindung.',
  'wire.no_output': '„{id}“ hat keinen Ausgang. Entfernen Sie die Verbindung.',
  'wire.no_input': '„{id}“ hat keinen Eingang. Entfernen Sie die Verbindung.',
  'wire.unknown_port': 'Es gibt keinen Anschluss dieses Namens. Entfernen Sie die Verbindung.',
  'wire.duplicate': 'Diese beiden Blöcke sind doppelt verbunden. Entfernen Sie eine der Verbindungen.',
  'wire.port_taken': '„{block}“ nimmt hier eine Verbindung. Entfernen Sie eine davon.',
  'wire.port_mismatch': '„{block}“ nimmt hier {accepted}, aber diese Verbindung führt {carried}.',
  'wire.sink_needs_video_kind':
    'Eine Ausgabe der Art {sink} nimmt {accepted}, aber diese Verbindung führt {carried}. Wählen Sie als Art „Annotiertes Video“.',
  'wire.sink_needs_visualize':
    'Eine Ausgabe der Art {sink} nimmt {accepted}, aber diese Verbindung führt {carried}. Setzen Sie eine Darstellung dazwischen.',
  'wire.sink_needs_other_kind':
    'Eine Ausgabe der Art {sink} nimmt {accepted}, aber diese Verbindung führt {carried}. Wählen Sie eine andere Art der Ausgabe.',
  'wire.loop':
    'Diese Verbindung ist Teil einer Schleife. Entfernen Sie eine Verbindung der Schleife, damit Ergebnisse nur in eine Richtung fließen.',
  'wire.new_no_block': 'Diesen Block gibt es nicht.',
  'wire.new_feeds_itself': 'Ein Block kann nicht sich selbst speisen.',
  'wire.new_into_source': 'Eine Quelle hat keinen Eingang: Von ihr kommen die Bilder.',
  'wire.new_from_sink': 'Eine Ausgabe hat keinen Ausgang: In ihr enden die Ergebnisse.',
  'wire.new_no_port': 'Diesen Anschluss gibt es nicht.',
  'wire.new_duplicate': 'Diese beiden sind schon verbunden.',
  'wire.new_port_taken': '„{block}“ nimmt eine Verbindung mit {carried}. Entfernen Sie zuerst die andere.',
  'wire.new_loop': 'Das ergäbe eine Schleife: Ergebnisse können nicht dorthin zurückfließen, woher sie kamen.',
}
