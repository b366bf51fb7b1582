/** Runs that fail or can't resume, and engine processes that end. */
import type { engine as english } from '../../../../shared/messages/en/engine.ts'

export const engine: Record<keyof typeof english, string> = {
  'engine.run_failed': 'Der Lauf ist fehlgeschlagen: {reason}',
  'engine.block_failed': 'Der Block „{block}“ ist fehlgeschlagen: {reason}',
  'engine.failure_with_cause': '{failure} ({cause})',
  'engine.output_folder': 'Ausgabeordner',
  'engine.results_disk_full':
    'Der Datenträger mit „{path}“ ist voll. Schaffen Sie Platz oder wählen Sie einen anderen Ordner für die Ergebnisse.',
  'engine.results_too_large':
    '„{path}“ ist größer geworden, als der Datenträger oder dieses Konto erlaubt. Wählen Sie einen anderen Ordner für die Ergebnisse.',
  'engine.results_unwritable':
    'Ergebnisse können nicht nach „{path}“ geschrieben werden. Prüfen Sie, ob der Ordner da ist und beschrieben werden darf, oder wählen Sie einen anderen.',
  'engine.folder_in_use':
    'Ein anderer Lauf schreibt in „{folder}“. Warten Sie, bis er beendet ist, oder wählen Sie einen anderen Ordner für die Ergebnisse.',
  'engine.workflow_not_runnable': 'Der Workflow kann nicht laufen.',
  'engine.no_source': 'Fügen Sie eine Quelle hinzu: das Video oder Bild, das der Workflow verarbeitet.',
  'engine.no_media': 'Wählen Sie in der Quelle ein Video oder ein Bild.',
  'engine.model_missing': 'Das Modell „{name}“ ist nicht da. Wählen Sie ein anderes.',
  'engine.block_model_missing': 'Das Modell dieses Blocks ist nicht da. Wählen Sie ein anderes.',
  'engine.appearance_model_missing':
    'Das Erscheinungsmodell „{name}“ ist nicht da. Wählen Sie ein anderes oder lassen Sie das Feld leer.',
  'engine.embedding_in_model_block':
    '„{name}“ ist ein Wiedererkennungsmodell und findet selbst nichts. Wählen Sie ein anderes, und verwenden Sie dieses als Erscheinungsmodell eines Track-Blocks mit BoT-SORT.',
  'engine.stale_cache':
    'Die zwischengespeicherten Ergebnisse eines früheren Laufs passen nicht zu diesem Video. Führen Sie den Workflow erneut und ohne Zwischenspeicher aus.',
  'engine.later_results':
    'Dieser Lauf lässt sich nicht fortsetzen: In „{folder}“ ist ein späterer Lauf fertig geworden, dessen Ergebnisse ersetzt würden. Verschieben Sie diese in einen anderen Ordner und setzen Sie dann fort.',
  'engine.no_checkpoint':
    'Dieser Lauf lässt sich nicht fortsetzen: Sein Zwischenstand fehlt oder ist unvollständig. Führen Sie den Workflow von vorn aus.',
  'engine.other_version':
    'Dieser Lauf lässt sich nicht fortsetzen: Er begann mit Sightline {before}, und dies ist Sightline {now}. Führen Sie den Workflow von vorn aus.',
  'engine.changed_workflow':
    'Dieser Lauf lässt sich nicht fortsetzen: Der Workflow wurde seitdem geändert. Führen Sie den Workflow von vorn aus.',
  'engine.changed_source':
    'Dieser Lauf lässt sich nicht fortsetzen: „{name}“ wurde seitdem geändert. Führen Sie den Workflow von vorn aus.',
  'engine.other_frames':
    'Dieser Lauf lässt sich nicht fortsetzen: Er würde andere Bilder der Quelle verarbeiten als zuvor. Führen Sie den Workflow von vorn aus.',
  'engine.changed_model':
    'Dieser Lauf lässt sich nicht fortsetzen: Das Modell „{name}“ wurde seitdem geändert. Führen Sie den Workflow von vorn aus.',
  'engine.interrupted':
    'Dieser Lauf wurde vor seinem Ende unterbrochen. Setzen Sie ihn fort oder führen Sie den Workflow erneut aus.',
  'engine.embedding_served': '„{name}“ ist ein Re-Identifikationsmodell, das nichts erkennt. Wählen Sie ein anderes.',
  'engine.server_closed': 'Der Prozess dieses Modells wurde beendet.',
  'engine.with_output': '{reason} Ihre letzte Ausgabe: {output}',
  'engine.silent':
    'Die Engine wurde beendet, weil sie {seconds} Sekunden lang nicht reagierte. Starten Sie den Lauf erneut; wenn es wieder geschieht, versuchen Sie eine andere Datei oder ein anderes Modell.',
  'engine.stalled':
    'Die Engine wurde beendet, weil sie {seconds} Sekunden lang nicht vorankam. Starten Sie den Lauf erneut; wenn es wieder geschieht, versuchen Sie eine andere Datei oder ein anderes Modell.',
  'engine.block_stalled':
    'Die Engine wurde beendet, weil der Block „{block}“ {seconds} Sekunden lang nicht vorankam. Starten Sie den Lauf erneut; wenn es wieder geschieht, versuchen Sie eine andere Datei oder ein anderes Modell.',
  'engine.crashed':
    'Die Engine ist abgestürzt (Signal {signal}). Starten Sie den Lauf erneut; wenn sie wieder abstürzt, versuchen Sie eine andere Datei oder ein anderes Modell.',
  'engine.killed':
    'Die Engine wurde von außen beendet (Signal SIGKILL): von einem Benutzer oder weil der Speicher ausging. Starten Sie den Lauf erneut.',
  'engine.memory':
    'Die Engine wurde beendet, weil sie mehr als {megabytes} MB Speicher brauchte. Versuchen Sie ein kleineres Video, Bild oder Modell, oder erlauben Sie mehr mit SIGHTLINE_ENGINE_MEMORY_MB.',
  'engine.signalled': 'Die Engine wurde von außen beendet (Signal {signal}). Starten Sie den Lauf erneut.',
  'engine.not_started': 'Die Engine konnte nicht gestartet werden. Installieren Sie die App erneut.',
  'engine.exited': 'Die Engine endete unerwartet (Exit-Code {code}). Starten Sie den Lauf erneut.',
}
