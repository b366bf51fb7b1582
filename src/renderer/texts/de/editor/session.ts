import type { Texts } from '../../en/index.ts'

export const session: Texts['editor']['session'] = {
  emptyClipboard: 'Die Zwischenablage enthält keine Blöcke. Kopieren Sie zuerst welche.',
  notPasted: 'Die Blöcke lassen sich nicht einfügen',
  notStarted: 'Der Lauf wurde nicht gestartet',
  notSaved: (reason) => `Der Workflow ist nicht gespeichert. ${reason}`,
  nameTaken: (name) => `Der Name „${name}“ ist vergeben. Wählen Sie einen anderen.`,
  noAnswer:
    'Der Hintergrundprozess von Sightline antwortet nicht. Ihre Änderungen bleiben hier, bis sie sich speichern lassen.',
  tookTheirs: 'Stand des anderen Fensters übernehmen',
  newGroup: 'Gruppe',
  noBypass:
    'Umgehen lassen sich nur Blöcke mit gleichem Eingangs- und Ausgangstyp: Filter, Verfolgung und Bedingung. Schalten Sie den Block stattdessen stumm.',
  hasRun: (workflow) => `„${workflow}“ ist durchgelaufen.`,
}
