import type { Texts } from '../en/index.ts'
import { plural } from '../plural.ts'

export const settings: Texts['settings'] = {
  language: {
    title: 'Sprache',
    hint: 'Sightline wird in der gewählten Sprache neu geladen. Nicht gespeicherte Änderungen bleiben erhalten.',
  },
  editorKeys: {
    fixed: (command) => `Diese Tasten sind fest für „${command}“ vergeben.`,
    taken: (command, others) => `„${command}“ hat jetzt diese Tasten; bei „${others}“ wurden sie entfernt.`,
    changed: (command) => `Die Tasten von „${command}“ wurden geändert.`,
    howTo: 'Zum Ändern auf die Tasten klicken. Escape bricht ab.',
    allReset: 'Alle Tasten wurden auf den Standard zurückgesetzt.',
    resetAll: 'Alle Tasten zurücksetzen',
    firstKeys: 'Auf Standard zurücksetzen',
    reset: (command) => `Tasten von ${command} zurücksetzen`,
    or: ' oder ',
    noKeys: 'keine Tasten',
    none: 'keine',
    change: (command, keys) => `Tasten von ${command} ändern: ${keys}`,
    pressFor: (command) => `Neue Tasten für ${command} drücken. Die Rücktaste entfernt die Tasten, Escape bricht ab.`,
    press: 'Tasten drücken …',
  },
  keySheet: {
    onRunPage: 'Auf der Seite eines Laufs',
  },
  licences: {
    ffmpeg: 'FFmpeg, über node-av',
    uses: {
      video: 'Lesen und Schreiben von Video',
      models: 'Ausführen von Modellen',
      canvas: 'Arbeitsfläche und Oberfläche',
      controls: 'Bedienelemente und Symbole',
      platform: 'Die Plattform und ihre Datenbank',
      charts: 'Diagramme',
      text: 'Text in annotierten Videos',
    },
  },
  storage: {
    title: 'Speicher',
    calculating: 'Belegter Speicher wird berechnet …',
    total: (size) => `${size} im Datenordner.`,
    inUse: 'Ein Lauf wartet oder ist im Gange. Leeren lässt sich der Speicher erst nach seinem Ende.',
    kinds: {
      runs: 'Läufe',
      uploads: 'Hochgeladene Dateien',
      models: 'Modelle',
      images: 'Bilder von Datensätzen',
      cache: 'Zwischenspeicher',
      downloads: 'Unfertige Downloads',
    },
    hints: {
      runs: 'Annotierte Videos, Tabellen und Protokolle aller Läufe.',
      uploads: 'Videos und Bilder, die Workflows lesen. Unbenutzte Dateien werden nach einer Woche entfernt.',
      models: 'Nicht benötigte Modelle löschen Sie unter Modelle.',
      images: 'Werden mit ihrem Datensatz gelöscht.',
      cache: 'Erkennungen und Tracks früherer Läufe; damit dauert ein Lauf nach kleinen Änderungen nur Sekunden.',
      downloads: 'Teile abgebrochener oder unterbrochener Downloads von Modellen. Werden nach einer Woche entfernt.',
    },
    counts: {
      runs: (n) => plural(n, 'Lauf', 'Läufe'),
      uploads: (n) => plural(n, 'Datei', 'Dateien'),
      models: (n) => plural(n, 'Datei', 'Dateien'),
      images: (n) => plural(n, 'Bild', 'Bilder'),
      cache: (n) => plural(n, 'Eintrag', 'Einträge'),
      downloads: (n) => plural(n, 'Download', 'Downloads'),
    },
    clear: {
      runs: {
        action: 'Alle Läufe löschen',
        title: 'Alle Läufe löschen?',
        lost: (n, size) =>
          `Gelöscht: ${plural(n, 'Lauf', 'Läufe')} aller Workflows mit allen Ergebnissen (${size}), also Videos, Zählungen, Tabellen, Vergleiche und die gespeicherten Zwischenstände unterbrochener Läufe. Workflows bleiben erhalten. Das lässt sich nicht rückgängig machen.`,
      },
      uploads: {
        action: 'Unbenutzte Dateien entfernen',
        title: 'Unbenutzte Dateien entfernen?',
        lost: (n, size) =>
          `Entfernt: ${plural(n, 'Datei', 'Dateien')} (${size}) im Datenordner dieser Installation, die kein Workflow, Lauf, Stapel und keine Version verwendet. Auch „Rückgängig“ in einem offenen Editor holt sie nicht zurück; Ihre Originaldateien sind nicht betroffen.`,
      },
      cache: {
        action: 'Zwischenspeicher leeren',
        title: 'Zwischenspeicher leeren?',
        lost: (_n, size) =>
          `Der Zwischenspeicher der ganzen Installation (${size}) wird entfernt: gespeicherte Erkennungen und Tracks aller Workflows. Kein Ergebnis geht verloren; der nächste Lauf jedes Workflows wertet das ganze Video wieder aus.`,
      },
      downloads: {
        action: 'Unfertige Downloads entfernen',
        title: 'Unfertige Downloads entfernen?',
        lost: (n, size) =>
          `Entfernt: die Teile von ${plural(n, 'Download', 'Downloads')} (${size}); fortsetzen lassen sie sich dann nicht mehr. Laufende Downloads und importierte Modelle bleiben erhalten.`,
      },
    },
  },
  browserSession: {
    title: 'Dieser Browser',
    signedIn: 'Angemeldet',
    until: (date, idleHours) =>
      `Bis ${date}, oder bis ${idleHours} Stunden lang keine Seite von Sightline offen war. Auch das Beenden von Sightline meldet ab.`,
    signOut: 'Abmelden',
    others: 'Andere Browser',
    othersIn: (n) =>
      n === 0
        ? 'Kein anderer Browser ist angemeldet.'
        : `${plural(n, 'anderer Browser ist', 'andere Browser sind')} angemeldet.`,
    signOutOthers: 'Andere Browser abmelden',
    othersOut: (n) => `${plural(n, 'anderer Browser', 'andere Browser')} abgemeldet.`,
    another: 'Anderen Browser verwenden',
    anotherHint: 'Eine einmalige Adresse, die einen Browser auf diesem Computer anmeldet.',
    linkHint: (minutes) =>
      `Öffnen Sie diese Adresse innerhalb von ${minutes} Minuten im anderen Browser. Sie gilt einmal.`,
    link: 'Adresse für einen anderen Browser',
    makeLink: 'Adresse erstellen',
    failed: 'Die Sitzung konnte nicht geändert werden',
    refused: (status) =>
      `Sightline hat mit Status ${status} geantwortet. Laden Sie die Seite neu und versuchen Sie es noch einmal.`,
  },
  settingsScreen: {
    system: 'System',
    dark: 'Dunkel',
    light: 'Hell',
    title: 'Einstellungen',
    appearance: 'Darstellung',
    theme: 'Design',
    themeHint: '„System“ folgt dem Betriebssystem.',
    runs: 'Läufe',
    runEnds: 'Wenn ein Lauf endet',
    runEndsHint: 'Zeigt eine Benachrichtigung auf dem Desktop, während Sightline im Hintergrund ist.',
    help: 'Hilfe',
    tour: 'Rundgang',
    tourHint: 'Von der Demo bis zu den Ergebnissen ihres Laufs, in acht Schritten.',
    computer: 'Dieser Computer',
    data: 'Daten',
    dataHint: 'Workflows, Modelle und Läufe liegen auf diesem Computer und werden nie hochgeladen.',
    version: 'Version',
    versionIn: (version, host, system) => `${version}, ${host} unter ${system}`,
    updates: 'Aktualisierungen',
    updatesHint:
      'Fragt einmal täglich bei GitHub nach einer neueren Version und installiert sie beim Beenden. Sonst wird nichts gesendet.',
    checkForUpdates: 'Nach Updates suchen',
    desktop: 'Desktop-App',
    browser: 'im Browser',
    keyboard: 'Tastatur',
    licences: 'Lizenzen',
    licenceText:
      'Der Quelltext von Sightline steht unter Apache-2.0. Video wird mit FFmpeg gelesen und geschrieben; Programmpakete, die es enthalten, stehen als Ganzes unter der GNU General Public License, Version 3. Die Datei NOTICE im Programmordner nennt jede Komponente.',
    tellMe: 'Benachrichtigen',
    resume: 'Rundgang fortsetzen',
    restart: 'Von vorn',
    start: 'Rundgang starten',
    copy: 'Kopieren',
  },
}
