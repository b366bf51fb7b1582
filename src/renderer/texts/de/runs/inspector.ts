import type { Texts } from '../../en/index.ts'

export const inspector: Texts['runs']['inspector'] = {
  player: {
    image: 'Bild',
    neither:
      'Weder die Quelle noch das annotierte Video lässt sich hier abspielen. Laden Sie das Video unter „Dateien“ herunter und öffnen Sie es in einem Videoplayer.',
    noVideo:
      'Das Quellvideo fehlt oder lässt sich hier nicht abspielen, und dieser Lauf hat kein annotiertes Video geschrieben.',
    sourceVideo: 'Quellvideo',
    annotatedVideo: 'Annotiertes Video',
    annotatedImage: 'Annotiertes Bild',
    noImages: 'Die Bilder dieses Laufs fehlen oder lassen sich hier nicht anzeigen.',
    fellBackToImages:
      'Die Quellbilder fehlen oder lassen sich hier nicht anzeigen; dies sind die annotierten Bilder des Laufs.',
    fellBack: 'Das Quellvideo fehlt oder lässt sich hier nicht abspielen; dies ist das annotierte Video des Laufs.',
    whole: 'Zoom zurücksetzen (0)',
  },
  layers: {
    boxes: 'Rahmen',
    labels: 'Beschriftung',
    confidence: 'Konfidenz',
    masks: 'Masken',
    keypoints: 'Schlüsselpunkte',
    trails: 'Spuren',
    geometries: 'Linien und Zonen',
  },
  menu: {
    layersButton: 'Ebenen',
    background: 'Hintergrund',
    asDrawn: 'Annotiert',
    layers: 'Ebenen',
    hideAll: 'Alle ausblenden',
    showAll: 'Alle zeigen',
  },
  noFrames: {
    nothingDetects: 'Kein Block dieses Workflows erkennt Objekte, daher gibt es keine Rahmen zu zeigen.',
    noRecord:
      'Dieser Lauf hat keine Erkennungen gespeichert. Führen Sie den Workflow erneut aus, um Rahmen, Tracks und Spuren zu sehen.',
  },
  values: {
    atThisFrame: 'Werte bei diesem Bild',
    at: 'Bei',
    kept: 'Erkennungen behalten',
    notLookedAt: 'Nicht verarbeitet',
    tracks: 'Tracks',
  },
  why: {
    why: 'Warum',
    closer: 'Auf das Ereignis zoomen',
    previous: 'Voriges Ereignis (P)',
    next: 'Nächstes Ereignis (N)',
    clear: 'Auswahl aufheben',
    clearSelection: 'Die Auswahl aufheben',
    hintTracks: 'Einen Track in der Liste anklicken, um seinen ganzen Weg zu sehen.',
    hintEvidence: 'Unten eine Zählung, ein Ereignis oder eine Markierung anklicken, um zu sehen, warum gezählt wurde.',
    hintEvents: 'Eine Zählung oder ein Ereignis anklicken, um zu seinem Bild zu springen.',
    track: (id) => `Track #${id} mit seinem ganzen Weg.`,
    noEvidence: (path) => `${path} Dieser Lauf hat keine Nachweise zu seinen Zählungen gespeichert.`,
  },
}
