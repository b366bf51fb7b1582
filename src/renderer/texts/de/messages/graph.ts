/** Issues of graphs: their shape, their blocks and what a run of them would do. */
import type { graph as english } from '../../../../shared/messages/en/graph.ts'

export const graph: Record<keyof typeof english, string> = {
  'graph.not_an_object': 'Ein Graph ist ein Objekt mit version, nodes und edges.',
  'graph.too_deep':
    'Dieser Graph ist mehr als {max} Ebenen tief verschachtelt. Entfernen Sie, was darin verschachtelt ist.',
  'graph.other_version':
    'Dieser Graph hat Version {version}; dieses Programm liest Version {known}. Aktualisieren Sie das Programm oder speichern Sie den Graphen neu.',
  'graph.no_version':
    'Dieser Graph hat keine Version; dieses Programm liest Version {known}. Aktualisieren Sie das Programm oder speichern Sie den Graphen neu.',
  'graph.malformed': 'Der Graph ist nicht wohlgeformt.',
  'graph.malformed_at': 'Der Graph ist bei {place} nicht wohlgeformt.',
  'graph.unknown_field': '{place} ist kein Feld eines Graphen.',
  'graph.too_many_blocks': 'Ein Workflow hat höchstens {max, number} Blöcke. Teilen Sie ihn in mehrere Workflows auf.',
  'graph.too_many_wires':
    'Ein Workflow hat höchstens {max, number} Verbindungen, die an umgangenen Blöcken vorbei eingerechnet. Teilen Sie ihn in mehrere Workflows auf.',
  'graph.more_issues': 'Es gibt mehr Probleme als diese {max}. Beheben Sie zuerst diese.',
  'graph.reserved_id':
    'Ein Block kann nicht die Kennung „{id}“ haben: Jedes Objekt hat ein Feld dieses Namens. Geben Sie ihm eine andere.',
  'graph.duplicate_id': 'Zwei Blöcke haben die Kennung „{id}“. Geben Sie einem davon eine andere.',
  'graph.unknown_kind': 'Es gibt keinen Block der Art „{kind}“. Die Arten sind {kinds}.',
  'graph.no_source': 'Fügen Sie eine Quelle hinzu: das Video oder Bild, das der Workflow verarbeitet.',
  'graph.many_sources':
    'Ein Workflow hat genau eine Quelle. Entfernen Sie diese oder legen Sie einen zweiten Workflow an.',
  'graph.unreachable':
    'Zu diesem Block führt keine Verbindung. Verbinden Sie ihn mit dem Block davor oder entfernen Sie ihn.',
  'graph.empty_no_sink': 'Fügen Sie eine Ausgabe für die Ergebnisse hinzu.',
  'graph.no_sink': 'Nichts würde aufbewahrt: Fügen Sie eine Ausgabe für die Ergebnisse hinzu.',
  'graph.branch_without_sink': 'Aus diesem Zweig wird nichts aufbewahrt: Er endet in keiner Ausgabe.',
  'graph.track_needs_model': 'Eine Verfolgung verfolgt, was ein Modell findet. Setzen Sie ein Modell davor.',
  'graph.measure_needs_track':
    'Zum Zählen muss bekannt sein, wer wer ist. Setzen Sie eine Verfolgung hinter einem Modell vor diesen Block.',
  'graph.too_many_models': 'Ein Workflow hat höchstens {max} Modelle. Entfernen Sie dieses.',
  'graph.too_many_models_on_source':
    'Höchstens {max} Modelle können eine Quelle lesen. Entfernen Sie diese Verbindung.',
  'graph.image_has_no_time':
    'Ein einzelnes Bild hat keine Bewegung zum Verfolgen oder Messen. Verwenden Sie ein Video oder entfernen Sie diesen Block.',
  'graph.image_file_has_no_time':
    '„{file}“ ist ein einzelnes Bild, was auch der Name sagt, und hat keine Bewegung zum Verfolgen oder Messen. Verwenden Sie ein Video oder entfernen Sie diesen Block.',
  'graph.filter_drops_all': 'Diesen Filter passiert nichts: Kein Modell davor findet {names}.',
  'graph.unknown_classes': 'Kein Modell vor diesem Block findet {names}.',
  'graph.classes_not_of_model': 'Dieses Modell kennt {names} nicht.',
  'graph.model_unsuited':
    'Dieses Modell wurde für {names} gemacht und findet in anderen Bildern wenig oder nichts. Wählen Sie für diese Quelle ein anderes Modell.',
  'graph.one_in_each_image':
    'Dieses Modell findet in jedem Bild ein Objekt, etwa die Person eines Ausschnitts. Setzen Sie einen Detektor und einen Ausschnitt davor, außer wenn jedes Bild nur eines zeigt.',
  'graph.model_confidence_excludes_all': 'Bei einer Konfidenz von 1 findet das Modell nichts. Verringern Sie sie.',
  'graph.filter_confidence_excludes_all': 'Bei einer Mindestkonfidenz von 1 kommt nichts durch. Verringern Sie sie.',
  'graph.track_confidence_excludes_all':
    'Keine Erkennung erreicht eine Konfidenz von 1, daher beginnt kein Track. Verringern Sie den Wert.',
  'graph.unreachable_geometry': '„{name}“ liegt auf dem Rand des Bildes, wo kein Ankerpunkt eines Objekts sein kann.',
  'graph.tracker_upstream':
    'Vor dieser Verfolgung liegt eine andere, deren Kennungen hier verloren gehen. Entfernen Sie eine von beiden.',
  'graph.untracked_measure':
    'Diesen Block erreicht kein Track: Hinter einem Ausschnitt sind Erkennungen neu. Verfolgen Sie sie erneut.',
  'graph.partly_tracked':
    'Ein Teil dessen, was diesen Block erreicht, hat keinen Track und wird nicht gezählt. Führen Sie ihn zuerst durch eine Verfolgung.',
  'graph.untracked_line': 'Regel {rule} zählt Tracks, die ihre Linie überqueren. Setzen Sie eine Verfolgung davor.',
  'graph.never_true':
    '{n} der letzten {m} Bilder wird nie erreicht. Verringern Sie die erste Zahl oder erhöhen Sie die zweite.',
  'graph.same_filename':
    'Eine andere Ausgabe schreibt ebenfalls eine Datei namens „{name}“. Geben Sie dieser einen eigenen Namen.',
}
