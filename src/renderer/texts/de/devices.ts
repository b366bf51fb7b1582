import type { Texts } from '../en/index.ts'

export const devices: Texts['devices'] = {
  automatic: 'Automatisch',
  asInSettings: 'Wie in den Einstellungen',
  cpu: (name) => `CPU (${name})`,
  kinds: {
    cpu: 'Immer da; andere Geräte werden mit ihr verglichen',
    webgpu: 'GPU, über WebGPU',
    cuda: 'NVIDIA-GPU, über CUDA',
    directml: 'GPU, über DirectML',
    coreml: 'Apple-GPU und Neural Engine, über Core ML',
  },
  software: 'Software, die eine GPU nachbildet: langsam, für Tests',
  softwareShort: (name) => `${name} (Software)`,
  notAvailable: (reason) => `Nicht verfügbar. ${reason}`,
  notAvailableShort: (name) => `${name} (nicht verfügbar)`,
  notFound: (id) => `${id} (nicht gefunden)`,
  used: {
    fellBack: 'Auf die CPU ausgewichen.',
    noReason: 'Das gewählte Gerät ist ausgefallen, daher lief dieses Modell auf der CPU. Mehr steht im Protokoll.',
  },
  settings: {
    title: 'Gerät',
    detecting: 'Geräte werden ermittelt …',
    choice: 'Gerät, auf dem Modelle laufen',
    prose:
      'Jeder Lauf nutzt dieses Gerät, außer bei Modell-Blöcken, die ein eigenes nennen. Vorschauen, die nur wenige Bilder haben, nutzen die CPU.',
    byOperators:
      'Jeder Lauf nutzt dieses Gerät, außer bei Modellblöcken, die ein eigenes nennen. Die Betreiber des Servers wählen es.',
    automaticHint:
      'Das schnellste Gerät, das dieselben Erkennungen wie die CPU liefert. Nie eines, das eine GPU nur nachbildet.',
    fixed: (device) =>
      `Der Server wurde mit --device ${device} gestartet. Starten Sie ihn ohne diese Option, um das Gerät hier zu wählen.`,
    missing: 'Dieses Gerät wird nicht mehr gefunden. Läufe nutzen die CPU, bis Sie ein anderes wählen.',
    onlyCpu:
      'Auf diesem Computer kann zurzeit nur die CPU Modelle ausführen. Eine GPU mit aktuellem Treiber für Vulkan (Linux), Direct3D 12 (Windows) oder Metal (macOS) stünde hier; ein SDK ist nicht nötig. Installieren Sie den Treiber der Grafikkarte und starten Sie Sightline neu.',
    notChosen: 'Das Gerät konnte nicht geändert werden',
  },
  video: {
    title: 'Video',
    decode: 'Video mit Hardware dekodieren',
    decodeHint:
      'Bei Videos, deren erste Bilder denen des Software-Decoders gleichen. Andere Videos werden in Software dekodiert. Das Protokoll eines Laufs nennt den Decoder.',
    fixed:
      'Das wurde beim Start von Sightline festgelegt, über --hardware-video oder SIGHTLINE_HARDWARE_VIDEO. Starten Sie es ohne diese Angaben, um hier zu wählen.',
    detecting: 'Hardware-Decoder werden ermittelt …',
    decoders: 'Hardware-Decoder',
    decodes: (name, codecs) => `${name} dekodiert ${codecs}.`,
    none: 'Keine Video-Hardware ist verwendbar: Video wird in Software dekodiert.',
    notChosen: 'Die Hardware-Dekodierung konnte nicht geändert werden',
  },
  speed: {
    title: 'Geschwindigkeit',
    model: 'Modell',
    noModels: 'Importieren Sie ein Modell, um es zu messen.',
    measure: 'Messen',
    measureAgain: 'Erneut messen',
    stop: 'Nach diesem Gerät anhalten',
    progress: 'Fortschritt der Messung',
    measuring: (device, n, of) => `Messung auf ${device} (${n} von ${of}) …`,
    tableOf: (model) => `Geschwindigkeit von „${model}“`,
    device: 'Gerät',
    msPerFrame: 'ms/Bild',
    detections: 'Erkennungen',
    reference: 'Referenz',
    same: 'wie auf der CPU',
    differ: 'anders als auf der CPU',
    differBy: (share) => `anders als auf der CPU, um bis zu ${share}`,
    notMeasured: 'nicht gemessen',
    takes: {
      only: (model) => `Automatisch führt „${model}“ auf der CPU aus: Es ist keine GPU verfügbar.`,
      software: (model) => `Automatisch führt „${model}“ auf der CPU aus: Die anderen Geräte bilden eine GPU nur nach.`,
      unmeasured: (model) =>
        `Für „${model}“ wurde noch nicht jedes Gerät gemessen. Messen Sie, um die Wahl von Automatisch zu sehen.`,
      fastest: (model, device) =>
        `Automatisch führt „${model}“ auf ${device} aus: das schnellste Gerät, das dieselben Erkennungen wie die CPU liefert.`,
      cpuFastest: (model) => `Automatisch führt „${model}“ auf der CPU aus: Sie ist am schnellsten.`,
      differs: (model) =>
        `Automatisch führt „${model}“ auf der CPU aus: Die anderen Geräte liefern andere Erkennungen.`,
    },
  },
}
