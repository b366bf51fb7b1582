import type { Texts } from '../en/index.ts'

export const tour: Texts['tour'] = {
  guidedTour: {
    away: 'Dieser Schritt ist an einer anderen Stelle. Gehen Sie dorthin zurück oder beginnen Sie erneut mit der Demo.',
    announce: (step, of, title, text) => `Rundgang, Schritt ${step} von ${of}. ${title}. ${text}`,
    label: 'Rundgang',
    stepOf: (step, of) => `${step} von ${of}`,
    leave: 'Rundgang verlassen',
    restart: 'Von vorn beginnen',
    back: 'Zurück',
    goThere: 'Dorthin',
    finish: 'Beenden',
    next: 'Weiter',
  },
  steps: {
    open: {
      title: 'Die Demo öffnen',
      text: 'Sie ist ein fertiger Workflow mit einem kurzen Film einer Straße. Öffnen Sie sie: alles hier bleibt auf diesem Computer.',
    },
    source: {
      title: 'Von hier kommen die Bilder',
      text: 'Ein Workflow beginnt mit einer Quelle: einem Video, einem Bild oder einem Datensatz. Später legen Sie ein eigenes Video auf der Arbeitsfläche ab, und es nimmt diesen Platz ein.',
    },
    model: {
      title: 'Ein Modell findet Dinge',
      text: 'Es sieht sich jedes Bild an und gibt aus, was es erkennt. Wählen Sie einen Block aus, um seine Einstellungen rechts zu ändern; eigene Modelle kommen unter „Modelle“ herein.',
    },
    count: {
      title: 'Linien zählen, wer sie überquert',
      text: 'Der Block davor verfolgt jedes Objekt, damit niemand doppelt zählt. Linien und Zonen werden in den Einstellungen dieses Blocks auf ein Bild des Films gezeichnet.',
    },
    run: {
      title: '„Ausführen“ drücken',
      text: 'Der Film wird auf diesem Computer durchgerechnet. Sie können zusehen, weiter bearbeiten oder jederzeit abbrechen.',
    },
    wait: {
      title: 'Jetzt läuft es',
      text: 'Bilder, Tempo und Zählungen kommen laufend herein, und jeder Block zeigt seine eigenen Zahlen. Auf den meisten Computern dauert das weniger als eine Minute.',
    },
    results: {
      title: 'Die Ergebnisse öffnen',
      text: 'Der Lauf ist beendet. Er bleibt mit allem, was er gefunden hat, unter „Läufe“, bis Sie ihn löschen.',
    },
    counts: {
      title: 'Jede Zählung lässt sich ansehen',
      text: 'Drücken Sie auf eine Zahl, um ihre Momente im Film zu sehen. Das war der ganze Weg; Vorlagen für andere Aufgaben stehen unter „Workflows“.',
    },
  },
}
