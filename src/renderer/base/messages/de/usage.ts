import type { Texts } from '../en/index.ts'
import { plural } from '../plural.ts'

export const usage: Texts['usage'] = {
  failed: 'Die Nutzung konnte nicht geladen werden',
  own: 'Dies ist eine eigene Installation: Läufe nutzen ihren eigenen Rechner und kosten nichts, daher gibt es weder Guthaben noch Buchungen.',
  balance: {
    title: 'Guthaben',
    left: 'Verbleibendes Guthaben',
    leftHint: 'Ohne den Betrag, der für laufende Läufe zurückgelegt ist.',
    allowance: 'Monatliches Guthaben',
    allowanceHint: 'Es ersetzt, was vom letzten Monat übrig ist.',
    reset: 'Nächstes Guthaben',
  },
  limits: {
    title: 'Grenzen des Tarifs',
    imagesHint: 'Aller Datensätze, auch archivierte Bilder.',
    imageBytes: 'Speicher der Bilder',
    imageBytesHint: 'Die Größe der Bilder in Datensätzen.',
    disk: 'Speicherplatz',
    diskHint: 'Des ganzen Servers: Läufe, Uploads, Modelle, Bilder und Cache.',
    requests: 'Anfragen in dieser Stunde',
    requestsHint: (time) => `Ab ${time} wird neu gezählt.`,
    withoutLimit: (used) => `${used}, keine Grenze`,
  },
  prices: {
    title: 'Preise',
    kinds: {
      workflow_run: 'Läufe von Workflows',
      model_evaluation: 'Auswertungen von Modellen',
      annotation_batch: 'Stapel der automatischen Annotation',
      deployment: 'Container von Bereitstellungen',
    },
    units: {
      frames: 'Bilder',
      images: 'Bilder',
      passes: 'Durchläufe eines Modells',
      cpu_minutes: 'Minuten auf einer CPU',
      t4_minutes: 'Minuten auf einer T4',
      l4_minutes: 'Minuten auf einer L4',
      a10g_minutes: 'Minuten auf einer A10G',
      a100_minutes: 'Minuten auf einer A100',
    },
<<<<<<< HEAD
=======
    units: { frames: 'Bilder', images: 'Bilder', passes: 'Durchläufe eines Modells' },
>>>>>>> c-annotate
    hint: 'Wird am Ende berechnet. Fehlgeschlagenes und abgebrochene Läufe kosten nichts; eine abgebrochene Auswertung zahlt für die Bilder, die sie ausgewertet hat.',
    each: (price, quantity, unit) => `${price} für ${quantity} ${unit}`,
  },
  ledger: {
    title: 'Buchungen',
    about:
      'Ein Lauf oder eine Auswertung legt beim Start die geschätzten Kosten zurück. Am Ende werden die Bilder berechnet, und der Rest ist wieder verfügbar.',
    failed: 'Die Buchungen konnten nicht geladen werden',
    none: 'Noch keine Buchungen. Das Guthaben eines Monats wird mit dem ersten Lauf dieses Monats gebucht.',
    entry: 'Buchung',
    state: 'Zustand',
    amount: 'Betrag',
    time: 'Zeit',
    more: 'Ältere anzeigen',
    states: { posted: 'Gebucht', held: 'Zurückgelegt', charged: 'Berechnet', released: 'Nicht berechnet' },
    allowance: (month) => `Guthaben für ${month}`,
    run: (workflow) => `Lauf von ${workflow}`,
    deletedRun: 'Ein gelöschter Lauf',
<<<<<<< HEAD
    works: {
      model_evaluation: 'Auswertung eines Modells',
      annotation_batch: 'Stapel der automatischen Annotation',
      deployment: 'Laufzeit einer Bereitstellung',
    },
=======
    works: { model_evaluation: 'Auswertung eines Modells', annotation_batch: 'Stapel der automatischen Annotation' },
>>>>>>> c-annotate
    other: 'Andere Buchung',
    lapsed: (granted, rest) => `${granted} ersetzten ${rest}, die vom letzten Monat übrig waren`,
    held: (estimate) => `Noch nicht zu Ende; ${estimate} sind dafür zurückgelegt`,
    released: (estimate) => `Kostete nichts; die zurückgelegten ${estimate} sind wieder verfügbar`,
    charged: (quantity, estimate) =>
      quantity === null ? `Auf ${estimate} geschätzt` : `${quantity}; auf ${estimate} geschätzt`,
    quantities: {
      frames: (n) => plural(n, 'Bild', 'Bilder'),
      images: (n) => plural(n, 'Bild', 'Bilder'),
      passes: (n) => plural(n, 'Durchlauf', 'Durchläufe'),
<<<<<<< HEAD
      cpu_minutes: (n) => `${Math.round(60 * n)} s auf einer CPU`,
      t4_minutes: (n) => `${Math.round(60 * n)} s auf einer T4`,
      l4_minutes: (n) => `${Math.round(60 * n)} s auf einer L4`,
      a10g_minutes: (n) => `${Math.round(60 * n)} s auf einer A10G`,
      a100_minutes: (n) => `${Math.round(60 * n)} s auf einer A100`,
=======
>>>>>>> c-annotate
    },
  },
}
