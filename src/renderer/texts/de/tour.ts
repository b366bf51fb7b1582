import type { Texts } from '../en/index.ts'

export const tour: Texts['tour'] = {
  guidedTour: {
    away: 'Dieser Schritt gehört zu einem anderen Bildschirm. Gehen Sie dorthin oder beginnen Sie von vorn mit der Demo.',
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
      text: 'Die Demo ist ein fertiger Workflow mit einem kurzen Video einer Straße.',
    },
    source: {
      title: 'Die Quelle liefert die Bilder',
      text: 'Jeder Workflow beginnt mit einer Quelle: einem Video, einem Bild oder einem Datensatz. Legen Sie später ein eigenes Video auf der Arbeitsfläche ab, um sie zu ersetzen.',
    },
    model: {
      title: 'Ein Modell erkennt Objekte',
      text: 'Das Modell wertet jedes Bild aus und gibt seine Erkennungen weiter. Wählen Sie einen Block aus, um seine Einstellungen rechts zu ändern; eigene Modelle importieren Sie unter „Modelle“.',
    },
    count: {
      title: 'Linien zählen Überquerungen',
      text: 'Der Block davor verfolgt jedes Objekt, damit nichts doppelt gezählt wird. Linien und Zonen zeichnen Sie in den Einstellungen dieses Blocks auf ein Bild des Videos.',
    },
    run: {
      title: '„Ausführen“ drücken',
      text: 'Die Engine verarbeitet das Video auf diesem Computer. Sie können zusehen, weiter bearbeiten oder jederzeit abbrechen.',
    },
    wait: {
      title: 'Der Lauf ist im Gange',
      text: 'Bilder, Tempo und Zählungen werden laufend aktualisiert, und jeder Block zeigt seine eigenen Zahlen. Auf den meisten Computern dauert das weniger als eine Minute.',
    },
    results: {
      title: 'Die Ergebnisse öffnen',
      text: 'Der Lauf ist beendet. Er bleibt mit allen Ergebnissen unter „Läufe“, bis Sie ihn löschen.',
    },
    counts: {
      title: 'Jede Zählung prüfen',
      text: 'Klicken Sie auf eine Zahl, um ihre Ereignisse im Video zu sehen. Das ist der letzte Schritt; Vorlagen für andere Aufgaben stehen unter „Workflows“.',
    },
  },
}
