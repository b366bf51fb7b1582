import type { Texts } from '../../en/index.ts'

export const player: Texts['runs']['player'] = {
  controls: {
    previousImage: 'Voriges Bild',
    nextImage: 'Nächstes Bild',
    image: (n, all) => `Bild ${n} von ${all}`,
    previousFrame: 'Voriges Bild (,)',
    pause: 'Anhalten (Leertaste)',
    play: 'Abspielen (Leertaste)',
    nextFrame: 'Nächstes Bild (.)',
    fullScreen: 'Vollbild (F)',
    speed: (speed) => `Tempo ${speed}×`,
  },
  keys: {
    play: 'Abspielen oder anhalten',
    second: 'Eine Sekunde zurück oder vor',
    fiveSeconds: 'Fünf Sekunden zurück oder vor',
    frame: 'Ein Bild zurück oder vor',
    speed: 'Langsamer oder schneller',
    ends: 'An den Anfang oder das Ende',
    events: 'Zum nächsten oder vorigen Ereignis',
    zoom: 'Vergrößern oder verkleinern',
    pan: 'Vergrößert verschieben',
    whole: 'Zoom zurücksetzen',
    fullScreen: 'Vollbild',
  },
  scrubber: {
    position: 'Position',
  },
}
