import type { Texts } from '../../en/index.ts'

export const session: Texts['editor']['session'] = {
  emptyClipboard: 'In der Zwischenablage sind keine Blöcke. Kopieren Sie zuerst welche.',
  notStarted: 'Der Lauf wurde nicht gestartet',
  notSaved: (reason) => `Der Workflow ist nicht gespeichert. ${reason}`,
  nameTaken: (name) => `Der Name „${name}“ ist vergeben. Wählen Sie einen anderen.`,
  noAnswer: 'Der Dienst von Sightline antwortet nicht. Ihre Arbeit wird so lange hier aufbewahrt.',
  tookTheirs: 'Stand des anderen Fensters nehmen',
  newGroup: 'Gruppe',
  noBypass:
    'Umgehen lassen sich nur Blöcke, die ausgeben, was sie annehmen: Filter, Verfolgung, Bedingung. Schalten Sie den Block stattdessen stumm.',
  hasRun: (workflow) => `„${workflow}“ ist durchgelaufen.`,
}
