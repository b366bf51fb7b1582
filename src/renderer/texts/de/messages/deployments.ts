/** Deployments, and the calls of their addresses. */
import type { deployments as english } from '../../../../shared/messages/en/deployments.ts'

export const deployments: Record<keyof typeof english, string> = {
  'deployment.missing': 'Es gibt keine Bereitstellung „{name}“.',
  'deployment.name_taken': 'Es gibt eine andere Bereitstellung mit dem Namen „{name}“. Wählen Sie einen anderen Namen.',
  'deployment.model_not_ready':
    'Der Status des Modells „{name}“ ist {status}. Nur ein fertiges Modell (ready) lässt sich bereitstellen.',
  'deployment.min_above_max': 'darf nicht über max_containers liegen, das {max} ist',
  'deployment.not_paused':
    'Der Status der Bereitstellung „{name}“ ist {status}. Nur eine angehaltene (paused) lässt sich fortsetzen.',
  'deployment.not_running': 'Der Status der Bereitstellung „{name}“ ist {status}.',
  'deployment.gpu_type_needed': 'ist für compute_type gpu erforderlich',
  'deployment.token_unreadable':
    'Das Token dieser Bereitstellung lässt sich nicht entschlüsseln. Erstellen Sie eine andere Bereitstellung.',
  'deployment.out_of_credits':
    'Die Bereitstellung wurde angehalten: Die Organisation hat kein Guthaben mehr. Setzen Sie sie fort, wenn es wieder welches gibt.',
  'deployment.exits':
    'Der Prozess, der das Modell ausführt, endete innerhalb einer Minute {count}-mal und wird nicht wieder gestartet. {reason}',
  'deployment.not_opened': 'Das Modell konnte nicht geöffnet werden. {reason}',
  'deployment.queue_full':
    'Die Bereitstellung hat so viele Anfragen, wie sie aufnehmen kann. Versuchen Sie es gleich noch einmal.',
  'deployment.closing': 'Der Server wird beendet. Versuchen Sie es gleich noch einmal.',
  'deployment.restarting':
    '„{name}“ wird mit geänderten Einstellungen ihres Modells neu gestartet. Versuchen Sie es gleich noch einmal.',
  'deployment.waited': 'Innerhalb von {seconds} Sekunden war kein Prozess frei. Versuchen Sie es gleich noch einmal.',
  'deployment.lost_twice':
    'Der Prozess, der diese Anfrage bearbeitete, endete, und auch der nächste, der sie bekam. Versuchen Sie es erneut.',
  'deployment.image_no_base64': 'ist kein Base64',
  'deployment.image_url': 'Das Bild konnte nicht von seiner Adresse geladen werden: {reason}',
  'deployment.image_status': 'Der Server antwortete mit dem Status {status}',
  'deployment.image_slow': 'Es kam nicht innerhalb von {seconds} Sekunden an',
  'deployment.image_large': 'Es ist größer als {megabytes} MB',
  'deployment.billing':
    'Abgerechnet nach der Laufzeit der Container, auf die Sekunde genau, ob sie benutzt werden oder nicht.',
  'deployment.billing_scale_to_zero':
    'Abgerechnet nach der Laufzeit der Container, auf die Sekunde genau. Ohne Anfragen gibt es keine, und nichts wird abgerechnet; die nächste Anfrage wartet, bis einer gestartet ist.',
  'deployment.billing_free': 'Ihr Tarif berechnet nichts für Bereitstellungen.',
  'deployment.on_cpu': 'Dieser Computer hat keine GPU: läuft auf seiner CPU, zum Preis der CPU.',
  'deployment.tier_cpu': 'Läuft auf der CPU dieses Computers.',
  'deployment.tier_gpu': 'Läuft auf der GPU dieses Computers: {gpu}.',
}
