/** Tasks, and the tools of agents. */
import type { tools as english } from '../../../../shared/messages/en/tools.ts'

export const tools: Record<keyof typeof english, string> = {
  'task.missing': 'Es gibt keine Aufgabe „{id}“.',
  'task.ids_or_filter': 'senden Sie entweder image_ids oder filter',
  'task.no_images': 'kein Bild des Datensatzes passt',
  'task.images_missing': 'einige dieser Bilder gehören nicht zum Datensatz',
  'task.not_a_member': 'die Organisation hat kein Mitglied mit dieser Benutzer-ID',
  'task.needs_user':
    'Arbeit wird einer Person angerechnet: Verwenden Sie einen Schlüssel, der einer Person gehört, oder melden Sie sich an.',
  'task.completed': 'Die Aufgabe ist abgeschlossen. Setzen Sie ihren Status auf „in_progress“, um weiterzuarbeiten.',
  'tool.not_available':
    'Diese Version von Sightline kann „{name}“ noch nicht: Das Werkzeug ist aufgeführt, aber sein Unterbau fehlt. Nichts wurde geändert.',
  'tool.needs_this_machine':
    'Der Server kann keine Ordner Ihres Rechners lesen. Rufen Sie für jedes Bild in „{folder}“ upload_image auf, oder starten Sie „sightline mcp“ auf diesem Rechner.',
  'tool.no_folder': 'Auf diesem Rechner gibt es keinen lesbaren Ordner „{folder}“.',
  'tool.folder_without_images': 'Der Ordner „{folder}“ enthält keine Bilder.',
  'tool.many_files': 'Der Ordner enthält mehr als {most, number} Dateien.',
  'tool.many_images':
    'Der Ordner enthält mehr als {most, number} Bilder; so viele erlaubt ein Aufruf. Nennen Sie einen Ordner darin.',
  'tool.not_text': '„{name}“ ist keine Textdatei. Laden Sie sie stattdessen über ihren Link herunter.',
  'tool.batch': 'Senden Sie mit jeder Anfrage eine Nachricht: Mehrere zugleich werden nicht unterstützt.',
  'tool.origin_refused': 'Seiten von {origin} dürfen diesen Server nicht aufrufen.',
}
