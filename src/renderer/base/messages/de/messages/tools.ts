/** Tasks, and the tools of agents. */
import type { tools as english } from '../../../../../shared/messages/en/tools.ts'

export const tools: Record<keyof typeof english, string> = {
  'task.missing': 'Es gibt keine Aufgabe „{id}“.',
  'tool.not_available':
    'Diese Version von Sightline kann „{name}“ noch nicht: Das Werkzeug ist aufgeführt, aber sein Unterbau fehlt. Nichts wurde geändert.',
  'tool.needs_this_machine':
    'Der Server kann keine Ordner Ihres Rechners lesen. Rufen Sie für jedes Bild in „{folder}“ upload_image auf, oder starten Sie „sightline mcp“ auf diesem Rechner.',
  'tool.not_text': '„{name}“ ist keine Textdatei. Laden Sie sie stattdessen über ihren Link herunter.',
  'tool.batch': 'Senden Sie mit jeder Anfrage eine Nachricht: Mehrere zugleich werden nicht unterstützt.',
  'tool.origin_refused': 'Seiten von {origin} dürfen diesen Server nicht aufrufen.',
}
